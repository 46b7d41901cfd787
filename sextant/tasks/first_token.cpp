// n symbols, a separator, and the first of them again: how far back can attention find one place?
#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct FirstTokenOptions final : LengthTaskOptions {
  Index symbols = 10;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("symbols", symbols, between(2, 10000), "different symbols");
  }
};

class FirstToken final : public LengthTask {
 public:
  using OwnOptions = FirstTokenOptions;
  FirstToken(const FirstTokenOptions& own, std::uint64_t seed) : LengthTask("first_token", own, seed), own_(own) {}

 protected:
  Index tokens_of(Index n) const override { return n + 1; }
  Index vocabulary() const override { return own_.symbols + 1; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    for (Index i = 0; i < n; ++i) tokens[static_cast<std::size_t>(i)] = draw(random, i, own_.symbols);
    tokens.back() = static_cast<std::int32_t>(own_.symbols);
    labels.back() = tokens.front();
  }

 private:
  FirstTokenOptions own_;
};

}  // namespace

SEXTANT_DEFINE_TASK(first_token, FirstToken)

}  // namespace sextant::tasks
