// n symbols, and the same again with a hole in one place; a separator, and the symbol that is missing
// (Deletang et al., arXiv 2207.02098). The hole is the last token but one of the vocabulary, the separator the last.
#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct MissingDuplicateOptions final : LengthTaskOptions {
  Index symbols = 2;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("symbols", symbols, between(2, 10000), "different symbols");
  }
};

class MissingDuplicate final : public LengthTask {
 public:
  using OwnOptions = MissingDuplicateOptions;
  MissingDuplicate(const MissingDuplicateOptions& own, std::uint64_t seed)
      : LengthTask("missing_duplicate", own, seed), symbols_(own.symbols) {}

 protected:
  Index tokens_of(Index n) const override { return 2 * n + 1; }
  Index vocabulary() const override { return symbols_ + 2; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    const auto half = static_cast<std::size_t>(n);
    for (std::size_t i = 0; i < half; ++i) tokens[i] = tokens[half + i] = draw(random, static_cast<Index>(i), symbols_);
    const auto hole = static_cast<std::size_t>(draw(random, n, n));
    tokens[half + hole] = static_cast<std::int32_t>(symbols_);
    tokens.back() = static_cast<std::int32_t>(symbols_ + 1);
    labels.back() = tokens[hole];
  }

 private:
  Index symbols_;
};

}  // namespace

SEXTANT_DEFINE_TASK(missing_duplicate, MissingDuplicate)

}  // namespace sextant::tasks
