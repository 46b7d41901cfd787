// `sextant reproduce`: an experiment from its runs to its claims. Knows no number type: runner and analysts bring it.
#pragma once

#include <string>

#include "sextant/cli/sweep_command.h"
#include "sextant/lab/experiment/study.h"

namespace sextant::cli {

struct ReproduceRequest : TrainingRequest {
  bool judge = false;  // train nothing
};

/// Returns the exit code: that of the sweep where it did not come to its end, else 0.
int reproduce_command(const ReproduceRequest& request, const Study& study, const Runner& runner,
                      const AnalystMaker& analysts);

}  // namespace sextant::cli
