// n symbols, a separator, and the same symbols with those at odd places (the first, the third, ...) before the others
// (Deletang et al., arXiv 2207.02098).
#include "sextant/tasks/rearrangement.h"

namespace sextant::tasks {
namespace {

class OddsFirst final : public Rearrangement {
 public:
  OddsFirst(const RearrangementOptions& own, std::uint64_t seed) : Rearrangement("odds_first", own, seed) {}

 protected:
  void rearrange(std::vector<std::int32_t>& symbols) const override {
    const std::vector<std::int32_t> before = symbols;
    std::size_t next = 0;
    for (const std::size_t first : {0U, 1U})
      for (std::size_t i = first; i < before.size(); i += 2) symbols[next++] = before[i];
  }
};

}  // namespace

SEXTANT_DEFINE_TASK(odds_first, OddsFirst)

}  // namespace sextant::tasks
