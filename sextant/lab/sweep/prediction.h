// How long a sweep will take, in numbers and in words.
#pragma once

#include <string>

#include "sextant/lab/sweep/crew.h"
#include "sextant/results/job.h"

namespace sextant::lab {

// How long, in words.

/// "42 s", "3 min 20 s", "5 h 12 min".
std::string describe_duration(double seconds);

// How long runs will take. Jobs that differ in nothing but the seed, the start, the learning rate and the number of
// steps are one configuration to the processor. Each configuration is probed (lab/cost/run_probe.h), or, where there
// are too many, some of every size, and the rest follows from the count of operations.

struct Prediction {
  double processor_hours = 0;   // of all jobs together
  double operations = 0;        // of all jobs together
  std::vector<double> seconds;  // by job
  Index configurations = 0;     // different ones
  Index timed = 0;              // of these, really timed
  double run_bytes = 0;         // the most that one of the timed ones holds in memory
};

Prediction predict(const std::vector<SweepJob>& jobs, const Runner& runner);

/// The configuration without what does not change how long a step takes.
Tree configuration_of_step(Tree configuration);

/// Operations of each job, for the share that is done; 1 each where they cannot be counted.
std::vector<double> count_operations(const std::vector<SweepJob>& jobs, const Runner& runner);

}  // namespace sextant::lab
