// n symbols, a separator, and the same n symbols again.
#include <vector>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct CopyOptions final : LengthTaskOptions {
  Index symbols = 10;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("symbols", symbols, between(2, 10000), "different symbols");
  }
};

class Copy final : public LengthTask {
 public:
  using OwnOptions = CopyOptions;
  Copy(const CopyOptions& own, std::uint64_t seed) : LengthTask("copy", own, seed), own_(own) {}

 protected:
  Index tokens_of(Index n) const override { return 2 * n; }
  Index vocabulary() const override { return own_.symbols + 1; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    std::vector<std::int32_t> prompt;
    for (Index i = 0; i < n; ++i) prompt.push_back(draw(random, i, own_.symbols));
    write_answer(prompt, static_cast<std::int32_t>(own_.symbols), prompt, tokens, labels);
  }

 private:
  CopyOptions own_;
};

}  // namespace

SEXTANT_DEFINE_TASK(copy, Copy)

}  // namespace sextant::tasks
