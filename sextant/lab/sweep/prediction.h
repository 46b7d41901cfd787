// How long runs will take: a few steps of a few of them are timed, and the rest follows from the count of operations.
#pragma once

#include "sextant/lab/sweep/runner.h"
#include "sextant/results/job.h"

namespace sextant::lab {

struct Prediction {
  double processor_hours = 0;   // of all jobs together
  double operations = 0;        // of all jobs together
  std::vector<double> seconds;  // by job
  Index timed = 0;              // configurations that were really timed
};

Prediction predict(const std::vector<SweepJob>& jobs, const Runner& runner);

/// Operations of each job, for the share that is done; 1 each where they cannot be counted.
std::vector<double> count_operations(const std::vector<SweepJob>& jobs, const Runner& runner);

}  // namespace sextant::lab
