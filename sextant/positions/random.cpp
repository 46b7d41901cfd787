// One random vector per position, drawn like a learned table and then frozen: positions can be told apart, but
// nothing about their arrangement is said or can be learned.
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

class RandomTable final : public ParameterTable {
 public:
  using OwnOptions = NoOptions;
  RandomTable(const NoOptions&, const EncodingContext& context, Parameters& parameters)
      : ParameterTable(context, parameters, context.arrangement.length(), false) {}
};

}  // namespace

SEXTANT_DEFINE_POSITION(random, RandomTable)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
