// A training program that is killed at random moments (SIGKILL) and started again until it comes to its end.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/random.h"

namespace sextant::lab {

struct KilledRun {
  Index kills = 0;  // that really hit a running program
};

/// `command` is the program and its arguments; `random` decides the moments; `directory` is where the
/// program leaves its run: it is not killed before that has a metrics.csv, so that there is something to lose.
KilledRun run_with_kills(const std::vector<std::string>& command, const Random& random, const std::string& directory);

}  // namespace sextant::lab
