#include "sextant/train/optimizers/optimizer_options.h"

namespace sextant::train {

void OptimizerOptions::visit(OptionVisitor& option) {
  option("kind", kind, "the optimizer; `sextant list optimizers` shows all");
  option("learning_rate", learning_rate, at_least(0), "base learning rate, multiplied by the schedule");
}

}  // namespace sextant::train
