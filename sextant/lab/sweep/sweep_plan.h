// A sweep whose runs are trained by somebody else: a pool of processes, the workers of a cluster. The directory is made
// ready, whoever likes trains each pending run at its place (lab::train), and `gather` collects them.
#pragma once

#include "sextant/lab/sweep/sweep.h"

namespace sextant::lab {

struct PendingRun {
  SweepJob job;
  std::string directory;
};

struct SweepPlan {
  std::string directory;
  Index runs = 0;  // of the whole grid
  std::vector<PendingRun> pending;
};

/// Writes the request, and nothing of the runs. An Error where the request is wrong, before anything is written.
SweepPlan plan_sweep(const SweepOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
