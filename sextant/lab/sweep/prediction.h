// How long a sweep will take, in numbers and in words.
#pragma once

#include <string>

#include "sextant/lab/sweep/crew.h"
#include "sextant/results/job.h"

namespace sextant::lab {

// How long, in words.

/// "42 s", "3 min 20 s", "5 h 12 min".
std::string describe_duration(double seconds);

// How long runs will take: a few steps of a few of them are timed, and the rest follows from the count of operations.

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
