// `sextant discover`: the arrangement of variables that nobody knows, from their series.
#pragma once

#include <string>

#include "sextant/cli/sweep_command.h"
#include "sextant/lab/discover/discovery.h"
#include "sextant/lab/discover/discovery_study.h"
#include "sextant/lab/experiment/analyst.h"

namespace sextant::cli {

struct DiscoverRequest : TrainingRequest {
  DiscoveryRequest what;
};

/// Returns the exit code: 0 with or without structure, 1 a run failed, 3 out of time with runs left.
int discover_command(const DiscoverRequest& request, const Runner& runner, const AnalystMaker& analysts);

/// What was found, for people.
std::string describe_discovery(const Discovery& discovery);

}  // namespace sextant::cli
