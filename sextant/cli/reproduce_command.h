// `sextant reproduce`: an experiment from its runs to its claims. Knows no number type: runner and analysts bring it.
#pragma once

#include <string>

#include "sextant/lab/experiment/study.h"
#include "sextant/lab/sweep/runner.h"

namespace sextant {

struct ReproduceRequest {
  std::string out;       // empty: reproduced/NAME
  Index at_once = 0;     // 0: one run per processor
  double max_hours = 0;  // 0: no limit
  bool dry_run = false;
  bool judge = false;  // train nothing
  bool quiet = false;
};

/// Returns the exit code: that of the sweep where it did not come to its end, else 0.
int reproduce_command(const ReproduceRequest& request, const Study& study, const Runner& runner,
                      const AnalystMaker& analysts);

}  // namespace sextant
