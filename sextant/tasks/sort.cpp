// n numbers, a separator, and the same numbers in ascending order.
#include <algorithm>

#include "sextant/tasks/rearrangement.h"

namespace sextant::tasks {
namespace {

class Sort final : public Rearrangement {
 public:
  Sort(const RearrangementOptions& own, std::uint64_t seed) : Rearrangement("sort", own, seed) {}

 protected:
  void rearrange(std::vector<std::int32_t>& symbols) const override { std::ranges::sort(symbols); }
};

}  // namespace

SEXTANT_DEFINE_TASK(sort, Sort)

}  // namespace sextant::tasks
