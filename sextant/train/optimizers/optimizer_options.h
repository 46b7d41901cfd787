// How gradients become updates: the optimiser, the base learning rate and the optimiser's own options.
#pragma once

#include <memory>
#include <string>

#include "sextant/core/options.h"

namespace sextant::train {

struct OptimizerOptions final : Options {
  std::string kind = "adamw";
  double learning_rate = 1e-3;  // the schedule multiplies this
  std::shared_ptr<Options> own;
  void visit(OptionVisitor& option) override;
};

}  // namespace sextant::train
