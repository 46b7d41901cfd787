// What `sextant discover` says in the end.
#pragma once

#include <string>

#include "sextant/lab/discover/discovery.h"

namespace sextant::cli {

/// What was found, for people.
std::string describe_discovery(const Discovery& discovery);

}  // namespace sextant::cli
