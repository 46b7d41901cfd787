// What a configuration says that its user hardly means: a sentence each, with what to change. Nothing is changed here.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/configuration.h"

namespace sextant::lab {

/// `steps` is how long the run will train.
std::vector<std::string> advise(const Configuration& configuration, Index steps);

}  // namespace sextant::lab
