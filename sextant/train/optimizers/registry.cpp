// The list of optimisers, expanded.
#include "sextant/train/optimizers/optimizer.h"

namespace sextant::train::inline SEXTANT_PRECISION {

#define SEXTANT_OPTIMIZER(name, sentence)           \
  std::unique_ptr<Options> make_##name##_options(); \
  std::unique_ptr<Optimizer> make_##name(const Options&, const Parameters&);
#include "sextant/train/optimizers/optimizers.def"
#undef SEXTANT_OPTIMIZER

const Family<MakeOptimizer>& optimizers() {
  static const Family<MakeOptimizer> family("optimizers", {
#define SEXTANT_OPTIMIZER(name, sentence) {#name, sentence, make_##name##_options, make_##name},
#include "sextant/train/optimizers/optimizers.def"
#undef SEXTANT_OPTIMIZER
                                                          });
  return family;
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
