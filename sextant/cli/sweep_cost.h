// What a sweep costs, said before it starts.
#pragma once

#include <vector>

#include "sextant/lab/sweep/prediction.h"

namespace sextant::cli {

/// Runs at once: as asked, or one per processor where a run has one thread.
Index choose_at_once(Index asked, const std::vector<SweepJob>& jobs);

/// How many runs, how many of them are finished, and how long the others take; a few steps are timed for `prediction`.
void print_cost(std::size_t runs, std::size_t pending, const Prediction& prediction, Index at_once);

}  // namespace sextant::cli
