// The rows of metrics.csv as they come, once more for TensorBoard: train/loss, test/accuracy, learning_rate, ...
#pragma once

#include "sextant/core/event_file.h"
#include "sextant/results/metrics_file.h"

namespace sextant::lab {

class TensorBoardLog {
 public:
  /// A new event file in the directory of a run whose next step is `first_step`.
  TensorBoardLog(const std::string& directory, Index first_step);
  void add(const MetricsRow& row);

 private:
  EventFile file_;
};

}  // namespace sextant::lab
