// Dyck-2: balanced brackets of two kinds, n pairs. Where the next token closes a bracket, which kind it is follows from
// the last one still open; only these tokens are scored.
#include <vector>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

class Dyck2 final : public LengthTask {
 public:
  using OwnOptions = LengthTaskOptions;
  Dyck2(const LengthTaskOptions& own, std::uint64_t seed) : LengthTask("dyck_2", own, seed) {}

 protected:
  Index tokens_of(Index n) const override { return 2 * n; }
  Index vocabulary() const override { return 4; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    std::vector<std::int32_t> open;
    for (Index i = 0; i < 2 * n; ++i) {
      const Index left = 2 * n - i;  // tokens to come, this one too
      const bool must_close = static_cast<Index>(open.size()) == left;
      const bool closes = must_close || (!open.empty() && draw(random, 2 * i, 2) == 1);
      if (closes) {
        tokens[static_cast<std::size_t>(i)] = 2 + open.back();
        if (i > 0) labels[static_cast<std::size_t>(i - 1)] = 2 + open.back();
        open.pop_back();
      } else {
        open.push_back(draw(random, 2 * i + 1, 2));
        tokens[static_cast<std::size_t>(i)] = open.back();
      }
    }
  }
};

}  // namespace

SEXTANT_DEFINE_TASK(dyck_2, Dyck2)

}  // namespace sextant::tasks
