// What a run will cost on this machine, by really making a few of its steps, in memory only. Nothing is kept: another
// day, another machine or another load is another probe.
#pragma once

#include "sextant/lab/configuration.h"

namespace sextant::lab {

/// Seconds are of the processor where a run has one thread, as those of its timing.json; by the clock where it has
/// more.
struct RunProbe {
  double setup_seconds = 0;       // the task, the model and its start
  double step_seconds = 0;        // of one training step
  double evaluation_seconds = 0;  // of all held-out splits, once
  double session_bytes = 0;       // weights, gradients, optimiser, and all that a step holds
  double task_bytes = 0;          // the data
};

struct ProbeEffort {
  double seconds = 0.5;  // of steps at least, by the clock
  bool evaluate = true;  // otherwise evaluation_seconds is 0
};

RunProbe probe_run(const Configuration& configuration, const ProbeEffort& effort = {});

/// Seconds per step with so many of the same run at once, the mean over them: each has less of the memory's bandwidth,
/// of the caches they share and of the clock rate than one alone.
double probe_beside_others(const Configuration& configuration, Index at_once, const ProbeEffort& effort = {});

/// How many evaluations such a run makes, at most.
Index count_evaluations(const TrainOptions& options, Index steps);

}  // namespace sextant::lab
