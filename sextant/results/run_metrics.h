// metrics.csv of a run, read back.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::results {

struct RunMetrics {
  std::string name;                            // of the run's directory
  double end_time = 0;                         // of the last row, in seconds since 1970
  double seconds = 0;                          // of training, where timing.json says so
  std::vector<std::string> columns;            // as in the first line: step, split, loss, ...
  std::vector<std::vector<std::string>> rows;  // as texts, one per column; "" where nothing was measured

  Index step_of(const std::vector<std::string>& row) const;
};

/// An Error where the directory holds no run, or rows that no run wrote.
RunMetrics read_run_metrics(const std::string& directory);

}  // namespace sextant::results
