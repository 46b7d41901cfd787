#include "sextant/train/optimizers/optimizer_options.h"

namespace sextant::train {

void OptimizerOptions::visit(OptionVisitor& option) {
  option("kind", kind, "how gradients become steps: `sextant list optimizers` shows all");
  option("learning_rate", learning_rate, at_least(0), "the base rate; the schedule multiplies it");
}

}  // namespace sextant::train
