// n numbers, a separator, and their sum modulo `modulus`.
#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct ModularSumOptions final : LengthTaskOptions {
  Index modulus = 5;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("modulus", modulus, between(2, 10000), "numbers and their sum are below this");
  }
};

class ModularSum final : public LengthTask {
 public:
  using OwnOptions = ModularSumOptions;
  ModularSum(const ModularSumOptions& own, std::uint64_t seed) : LengthTask("modular_sum", own, seed), own_(own) {}

 protected:
  Index tokens_of(Index n) const override { return n + 1; }
  Index vocabulary() const override { return own_.modulus + 1; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    Index sum = 0;
    for (Index i = 0; i < n; ++i) sum += tokens[static_cast<std::size_t>(i)] = draw(random, i, own_.modulus);
    tokens.back() = static_cast<std::int32_t>(own_.modulus);
    labels.back() = static_cast<std::int32_t>(sum % own_.modulus);
  }

 private:
  ModularSumOptions own_;
};

}  // namespace

SEXTANT_DEFINE_TASK(modular_sum, ModularSum)

}  // namespace sextant::tasks
