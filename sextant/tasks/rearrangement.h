// Tasks whose answer is the prompt in another order: n symbols, a separator, and the n symbols as `rearrange` leaves
// them.
#pragma once

#include <vector>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {

struct RearrangementOptions final : LengthTaskOptions {
  Index symbols = 10;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("symbols", symbols, between(2, 10000), "different symbols");
  }
};

class Rearrangement : public LengthTask {
 public:
  using OwnOptions = RearrangementOptions;

 protected:
  Rearrangement(const char* name, const RearrangementOptions& own, std::uint64_t seed)
      : LengthTask(name, own, seed), symbols_(own.symbols) {}

  virtual void rearrange(std::vector<std::int32_t>& symbols) const = 0;

  Index tokens_of(Index n) const final { return 2 * n; }
  Index vocabulary() const final { return symbols_ + 1; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const final {
    std::vector<std::int32_t> prompt;
    for (Index i = 0; i < n; ++i) prompt.push_back(draw(random, i, symbols_));
    std::vector<std::int32_t> answer = prompt;
    rearrange(answer);
    write_answer(prompt, static_cast<std::int32_t>(symbols_), answer, tokens, labels);
  }

 private:
  Index symbols_;
};

}  // namespace sextant::tasks
