// n bits, a separator, and whether the number of ones is odd.
#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

class Parity final : public LengthTask {
 public:
  using OwnOptions = LengthTaskOptions;
  Parity(const LengthTaskOptions& own, std::uint64_t seed) : LengthTask("parity", own, seed) {}

 protected:
  Index tokens_of(Index n) const override { return n + 1; }
  Index vocabulary() const override { return 3; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    std::int32_t odd = 0;
    for (Index i = 0; i < n; ++i) odd ^= tokens[static_cast<std::size_t>(i)] = draw(random, i, 2);
    tokens.back() = 2;
    labels.back() = odd;
  }
};

}  // namespace

SEXTANT_DEFINE_TASK(parity, Parity)

}  // namespace sextant::tasks
