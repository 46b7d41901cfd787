// The list of optimisers, expanded.
#include "sextant/train/optimizers/optimizer.h"

namespace sextant::train::inline SEXTANT_PRECISION {

const Family<MakeOptimizer>& optimizers() {
  static const Family<MakeOptimizer> family = [] {
    Family<MakeOptimizer> list("optimizers", "optimizer");
#define SEXTANT_OPTIMIZER(...) SEXTANT_ADD_VARIANT(list, MakeOptimizer, __VA_ARGS__)
#include "sextant/train/optimizers/optimizers.def"
    return list;
  }();
  return family;
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
