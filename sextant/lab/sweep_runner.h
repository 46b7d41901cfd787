// Runs for a sweep, in this number type.
#pragma once

#include "sextant/core/index.h"
#include "sextant/lab/sweep/crew.h"

namespace sextant::lab {

std::unique_ptr<Runner> make_runner();

}  // namespace sextant::lab
