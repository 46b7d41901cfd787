// No positional signal: the control of every experiment, and all a causal model needs in principle.
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

class None final : public Position {
 public:
  using OwnOptions = NoOptions;
  None(const NoOptions&, const EncodingContext& context, Parameters&) : count_(context.arrangement.count()) {}

  Geometry geometry() const override { return {Geometry::Kind::vectors, Table(count_, 1), "zero for every position"}; }

 private:
  Index count_;
};

}  // namespace

SEXTANT_DEFINE_POSITION(none, None)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
