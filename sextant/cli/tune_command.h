// `sextant tune`: the value of an option that generalises best, by successive halving over seeds. A sweep underneath,
// so re-running the same command resumes.
#pragma once

#include <string>
#include <vector>

#include "sextant/cli/sweep_command.h"
#include "sextant/results/axis.h"

namespace sextant::cli {

/// max_hours is the limit of a round.
struct TuneRequest : TrainingRequest {
  Axis values;            // the option and what it may be
  std::string name;       // of the job
  std::string split;      // empty: the one that asks for generalisation
  Index seeds = 8;        // of the last two values
  Index first_seeds = 2;  // of every value
};

/// Returns the exit code: that of a sweep that did not come to its end, else 0.
int tune_command(const TuneRequest& request, const Tree& configuration, const Runner& runner);

}  // namespace sextant::cli
