// What a training step and an evaluation say of themselves.
#pragma once

#include <optional>
#include <string>

#include "sextant/core/index.h"

namespace sextant::train {

struct Metrics {
  double loss = 0;                 // mean over scored rows (squared error: and outputs)
  std::optional<double> accuracy;  // cross-entropy only
};

struct StepReport {
  Index step = 0;  // 1, 2, ...: the number of this update
  Metrics metrics;
  double learning_rate = 0;
  double gradient_norm = 0;
  std::string fault;  // not empty: what was not finite; the update was not made
};

}  // namespace sextant::train
