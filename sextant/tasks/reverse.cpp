// n symbols, a separator, and the same symbols from last to first.
#include <algorithm>

#include "sextant/tasks/rearrangement.h"

namespace sextant::tasks {
namespace {

class Reverse final : public Rearrangement {
 public:
  Reverse(const RearrangementOptions& own, std::uint64_t seed) : Rearrangement("reverse", own, seed) {}

 protected:
  void rearrange(std::vector<std::int32_t>& symbols) const override { std::ranges::reverse(symbols); }
};

}  // namespace

SEXTANT_DEFINE_TASK(reverse, Reverse)

}  // namespace sextant::tasks
