// n moves around a cycle, from place 0: 0 stays, 1 goes on, 2 goes back; a separator, and the place at the end
// (Deletang et al., arXiv 2207.02098, with five places).
#include <algorithm>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct CycleNavigationOptions final : LengthTaskOptions {
  Index cycle = 5;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("cycle", cycle, between(2, 10000), "length of the cycle");
  }
};

class CycleNavigation final : public LengthTask {
 public:
  using OwnOptions = CycleNavigationOptions;
  CycleNavigation(const CycleNavigationOptions& own, std::uint64_t seed)
      : LengthTask("cycle_navigation", own, seed), own_(own) {}

 protected:
  Index tokens_of(Index n) const override { return n + 1; }
  Index vocabulary() const override { return std::max(own_.cycle, Index{4}); }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    Index place = 0;
    for (Index i = 0; i < n; ++i) {
      const std::int32_t move = tokens[static_cast<std::size_t>(i)] = draw(random, i, 3);
      place = (place + (move == 2 ? own_.cycle - 1 : move)) % own_.cycle;
    }
    tokens.back() = 3;
    labels.back() = static_cast<std::int32_t>(place);
  }

 private:
  CycleNavigationOptions own_;
};

}  // namespace

SEXTANT_DEFINE_TASK(cycle_navigation, CycleNavigation)

}  // namespace sextant::tasks
