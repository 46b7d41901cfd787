// Watching one metric of one split.
#include "sextant/train/early_stop.h"

#include <cmath>

#include "sextant/core/error.h"

namespace sextant::train {

bool EarlyStop::observe(const std::string& split, double loss, std::optional<double> accuracy) {
  if (options_.stop_metric == "none" || split != options_.stop_split) return state_.stopped;
  const bool higher_is_better = options_.stop_metric == "accuracy";
  require(!higher_is_better || accuracy, "train.stop_metric: this task has no accuracy; use loss");
  const double value = higher_is_better ? *accuracy : loss;
  const auto reaches = [&](double goal) { return higher_is_better ? value >= goal : value <= goal; };

  if (options_.stop_value && reaches(*options_.stop_value)) state_.stopped = true;
  // A value that is not finite never counts as better.
  if (std::isfinite(value) && (!state_.best || (reaches(*state_.best) && value != *state_.best))) {
    state_.best = value;
    state_.without_improvement = 0;
  } else {
    ++state_.without_improvement;
  }
  if (options_.patience > 0 && state_.without_improvement >= options_.patience) state_.stopped = true;
  return state_.stopped;
}

}  // namespace sextant::train
