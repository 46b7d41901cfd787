// n numbers, a separator, and the same numbers in ascending order.
#include <algorithm>
#include <vector>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct SortOptions final : LengthTaskOptions {
  Index symbols = 10;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("symbols", symbols, between(2, 10000), "different symbols");
  }
};

class Sort final : public LengthTask {
 public:
  using OwnOptions = SortOptions;
  Sort(const SortOptions& own, std::uint64_t seed) : LengthTask("sort", own, seed), own_(own) {}

 protected:
  Index tokens_of(Index n) const override { return 2 * n; }
  Index vocabulary() const override { return own_.symbols + 1; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    std::vector<std::int32_t> prompt;
    for (Index i = 0; i < n; ++i) prompt.push_back(draw(random, i, own_.symbols));
    std::vector<std::int32_t> answer = prompt;
    std::ranges::sort(answer);
    write_answer(prompt, static_cast<std::int32_t>(own_.symbols), answer, tokens, labels);
  }

 private:
  SortOptions own_;
};

}  // namespace

SEXTANT_DEFINE_TASK(sort, Sort)

}  // namespace sextant::tasks
