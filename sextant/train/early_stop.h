// When training may end before its last step: a metric of a split is good enough, or has stopped improving.
#pragma once

#include <optional>

#include "sextant/train/train_options.h"

namespace sextant::train {

/// Part of a checkpoint.
struct EarlyStopState {
  std::optional<double> best;
  Index without_improvement = 0;  // evaluations
  bool stopped = false;
};

class EarlyStop {
 public:
  explicit EarlyStop(const TrainOptions& options) : options_(options) {}

  /// Takes the metrics of one split; true once training should end.
  bool observe(const std::string& split, double loss, std::optional<double> accuracy);

  const EarlyStopState& state() const { return state_; }
  void restore(const EarlyStopState& state) { state_ = state; }

 private:
  TrainOptions options_;
  EarlyStopState state_;
};

}  // namespace sextant::train
