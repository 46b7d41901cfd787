// Reading the store of a sweep (results.sqlite): its runs with all their metrics, and the swept keys.
#pragma once

#include <string>
#include <vector>

#include "sextant/results/reported_run.h"

namespace sextant::results {

struct SweepStore {
  std::vector<ReportedRun> runs;  // in the order they were recorded
  std::vector<std::string> axes;  // the swept keys in the order given
  std::string code;               // what the runs were made with
};

/// Opened for reading only; an Error where it is not such a store.
SweepStore read_sweep_store(const std::string& path);

}  // namespace sextant::results
