// Runs for a sweep, in this number type.
#pragma once

#include "sextant/core/real.h"
#include "sextant/lab/sweep/runner.h"

namespace sextant::lab::inline SEXTANT_PRECISION {

std::unique_ptr<Runner> make_runner();

}  // namespace sextant::lab::inline SEXTANT_PRECISION
