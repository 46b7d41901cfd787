// One run that a sweep asks for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::results {

/// The swept keys of one run with their values, in the order of the axes: {"model.depth", 3}, {"seed", 7}.
using Settings = std::vector<std::pair<std::string, Tree>>;

struct SweepJob {
  std::string name;    // of its directory under runs/: the sweep's name and a hash of all that decides the result
  Tree configuration;  // every option with its value
  Settings settings;
};

/// "model.depth=3 seed=7".
std::string describe_settings(const Settings& settings);

}  // namespace sextant::results
