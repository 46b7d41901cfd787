// The positions that runs ended with, and how alike those of different seeds are.
#pragma once

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

/// The last frame of RUN/positions.safetensors.
Table read_positions(const std::string& run);

/// Of the case called `name`, the run with the least error first.
std::vector<Table> gather_positions(const Evidence& evidence, const std::string& name);

/// The mean over pairs of seeds of |A' B|_* with both centred and of length 1, beside shuffled variables.
Stability compare_seeds(const std::vector<Table>& positions, Index shuffles);

}  // namespace sextant::lab
