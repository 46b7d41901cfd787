// n symbols, a separator, and the same n symbols again.
#include "sextant/tasks/rearrangement.h"

namespace sextant::tasks {
namespace {

class Copy final : public Rearrangement {
 public:
  Copy(const RearrangementOptions& own, std::uint64_t seed) : Rearrangement("copy", own, seed) {}

 protected:
  void rearrange(std::vector<std::int32_t>&) const override {}
};

}  // namespace

SEXTANT_DEFINE_TASK(copy, Copy)

}  // namespace sextant::tasks
