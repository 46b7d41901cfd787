// n bits, a separator, and whether 01 and 10 occur an even number of times in all: 0 where they do, 1 where not
// (Deletang et al., arXiv 2207.02098). It is the same as asking whether the last bit is the first.
#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

class EvenPairs final : public LengthTask {
 public:
  using OwnOptions = LengthTaskOptions;
  EvenPairs(const LengthTaskOptions& own, std::uint64_t seed) : LengthTask("even_pairs", own, seed) {}

 protected:
  Index tokens_of(Index n) const override { return n + 1; }
  Index vocabulary() const override { return 3; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    for (Index i = 0; i < n; ++i) tokens[static_cast<std::size_t>(i)] = draw(random, i, 2);
    tokens.back() = 2;
    labels.back() = tokens.front() ^ tokens[static_cast<std::size_t>(n - 1)];
  }
};

}  // namespace

SEXTANT_DEFINE_TASK(even_pairs, EvenPairs)

}  // namespace sextant::tasks
