// The lazy/rich meter of a run as it goes: at step 0, at steps 1, 2, 3, 4, 6, 8, 11, ... and at the last one. Where so
// many readings would cost too much of the run, fewer steps are taken, evenly over the octaves.
#pragma once

#include "sextant/lab/assembly.h"
#include "sextant/train/meter.h"

namespace sextant::lab {

class LiveMeter {
 public:
  /// The assembly holds its start weights now, and must outlive the meter.
  explicit LiveMeter(Assembly& assembly);

  bool is_due(Index step) const { return std::ranges::binary_search(due_, step); }
  /// The readings at a step, taken unless they were already.
  const std::vector<Reading>& read(Index step);
  /// "meter.kernel_drift", ...: what they are called among other metrics.
  std::vector<std::string> columns() const;

 private:
  std::unique_ptr<Meter> meter_;
  std::vector<Index> due_;
  std::vector<Reading> readings_;
  Index read_at_ = 0;
};

/// How many training steps a reading takes about, by counting and not by the clock: what is read when must be the same
/// on every machine.
double reading_cost(Index passes, Index batch);

/// When a meter is read in a run of so many steps, whose reading takes as long as `cost` steps.
std::vector<Index> plan_readings(Index steps, double cost);

}  // namespace sextant::lab
