// n symbols, a separator, and the same symbols from last to first.
#include <vector>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct ReverseOptions final : LengthTaskOptions {
  Index symbols = 10;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("symbols", symbols, between(2, 10000), "different symbols");
  }
};

class Reverse final : public LengthTask {
 public:
  using OwnOptions = ReverseOptions;
  Reverse(const ReverseOptions& own, std::uint64_t seed) : LengthTask("reverse", own, seed), own_(own) {}

 protected:
  Index tokens_of(Index n) const override { return 2 * n; }
  Index vocabulary() const override { return own_.symbols + 1; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    std::vector<std::int32_t> prompt;
    for (Index i = 0; i < n; ++i) prompt.push_back(draw(random, i, own_.symbols));
    const std::vector<std::int32_t> answer(prompt.rbegin(), prompt.rend());
    write_answer(prompt, static_cast<std::int32_t>(own_.symbols), answer, tokens, labels);
  }

 private:
  ReverseOptions own_;
};

}  // namespace

SEXTANT_DEFINE_TASK(reverse, Reverse)

}  // namespace sextant::tasks
