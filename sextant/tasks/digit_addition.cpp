// Two numbers of n digits each and their sum, digit by digit from the lowest (so that carries run with the text):
// a_0 .. a_n-1 + b_0 .. b_n-1 = s_0 .. s_n.
#include <vector>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

class DigitAddition final : public LengthTask {
 public:
  using OwnOptions = LengthTaskOptions;
  DigitAddition(const LengthTaskOptions& own, std::uint64_t seed) : LengthTask("digit_addition", own, seed) {}

 protected:
  Index tokens_of(Index n) const override { return 3 * n + 2; }
  Index vocabulary() const override { return 12; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    std::vector<std::int32_t> prompt, answer;
    for (Index i = 0; i < n; ++i) prompt.push_back(draw(random, i, 10));
    prompt.push_back(plus);
    for (Index i = 0; i < n; ++i) prompt.push_back(draw(random, n + i, 10));
    std::int32_t carry = 0;
    for (Index i = 0; i < n; ++i) {
      const std::int32_t sum =
          prompt[static_cast<std::size_t>(i)] + prompt[static_cast<std::size_t>(n + 1 + i)] + carry;
      answer.push_back(sum % 10);
      carry = sum / 10;
    }
    answer.push_back(carry);
    write_answer(prompt, equals, answer, tokens, labels);
  }

 private:
  static constexpr std::int32_t plus = 10;
  static constexpr std::int32_t equals = 11;
};

}  // namespace

SEXTANT_DEFINE_TASK(digit_addition, DigitAddition)

}  // namespace sextant::tasks
