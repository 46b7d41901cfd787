// `sextant discover`: the arrangement of variables that nobody knows, from their series. Knows no number type: runner
// and analysts bring it.
#pragma once

#include <string>

#include "sextant/lab/discover/discovery_study.h"
#include "sextant/lab/experiment/analyst.h"

namespace sextant {

struct Discovery;

struct DiscoverRequest {
  DiscoveryRequest what;
  std::string out;       // empty: discovered/NAME
  Index at_once = 0;     // 0: one run per processor
  double max_hours = 0;  // 0: no limit
  bool dry_run = false;
  bool quiet = false;
};

/// Returns the exit code: 0 with or without structure, 1 a run failed, 3 out of time with runs left.
int discover_command(const DiscoverRequest& request, const Runner& runner, const AnalystMaker& analysts);

/// What was found, for people.
std::string describe_discovery(const Discovery& discovery);

}  // namespace sextant
