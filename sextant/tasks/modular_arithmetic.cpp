// n numbers with +, - or * between them, a separator, and what that is modulo `modulus`; products come first
// (Deletang et al., arXiv 2207.02098, without brackets). +, -, * and the separator are the tokens behind the numbers.
#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct ModularArithmeticOptions final : LengthTaskOptions {
  Index modulus = 5;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("modulus", modulus, between(2, 10000), "numbers and the result are below this");
  }
};

class ModularArithmetic final : public LengthTask {
 public:
  using OwnOptions = ModularArithmeticOptions;
  ModularArithmetic(const ModularArithmeticOptions& own, std::uint64_t seed)
      : LengthTask("modular_arithmetic", own, seed), modulus_(own.modulus) {}

 protected:
  Index tokens_of(Index n) const override { return 2 * n; }
  Index vocabulary() const override { return modulus_ + 4; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    Index sum = 0;      // of what is behind us
    Index product = 1;  // of the numbers since the last + or -, with its sign
    for (Index i = 0; i < n; ++i) {
      const std::int32_t number = tokens[static_cast<std::size_t>(2 * i)] = draw(random, 2 * i, modulus_);
      if (i > 0) {
        const std::int32_t sign = draw(random, 2 * i - 1, 3);
        tokens[static_cast<std::size_t>(2 * i - 1)] = static_cast<std::int32_t>(modulus_) + sign;
        if (sign < 2) {
          sum += product;
          product = sign == 0 ? 1 : modulus_ - 1;
        }
      }
      product = product * number % modulus_;
    }
    tokens.back() = static_cast<std::int32_t>(modulus_ + 3);
    labels.back() = static_cast<std::int32_t>((sum + product) % modulus_);
  }

 private:
  Index modulus_;
};

}  // namespace

SEXTANT_DEFINE_TASK(modular_arithmetic, ModularArithmetic)

}  // namespace sextant::tasks
