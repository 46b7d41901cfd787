// What a configuration says that its user hardly means: a sentence each, with what to change. Nothing is changed here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/lab/configuration.h"

namespace sextant::lab {

/// Heads that serve its encoding where it has one slope per head and the model one head; nothing where it is served.
std::optional<Index> heads_needed(const Configuration& configuration);

/// `steps` is how long the run will train.
std::vector<std::string> advise(const Configuration& configuration, Index steps);

}  // namespace sextant::lab
