// What a sweep costs, said before it starts.
#pragma once

#include <vector>

#include "sextant/core/events.h"
#include "sextant/lab/sweep/prediction.h"

namespace sextant::lab {

struct SweepCost {
  Index runs = 0;
  Index pending = 0;  // of these, not finished before
  Index at_once = 1;
  Prediction prediction = {};  // of those pending

  /// By the clock, with so many runs at once.
  double seconds() const { return prediction.processor_hours * 3600 / static_cast<double>(at_once); }
  /// Two lines for people.
  std::string text() const;
};

/// Runs at once: as asked, or one per processor where a run has one thread.
Index choose_at_once(Index asked, const std::vector<SweepJob>& jobs);

/// Times a few steps of a few of the pending jobs.
SweepCost predict_cost(const std::vector<SweepJob>& jobs, const std::vector<SweepJob>& pending, const Runner& runner,
                       Index at_once);

}  // namespace sextant::lab
