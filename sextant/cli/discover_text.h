// What `sextant discover` says in the end.
#pragma once

#include <string>

#include "sextant/lab/discover/discovery.h"

namespace sextant::cli {

/// The verdict and a short table, for people.
std::string describe_discovery(const Discovery& discovery);

/// Every predictor, grouping and measure.
std::string describe_all(const Discovery& discovery);

}  // namespace sextant::cli
