// A damaged store is moved aside and made again from the run directories, which are the truth.
#pragma once

#include <string>

#include "sextant/results/sweep_directory.h"

namespace sextant::results {

/// Reads all of the store and compares its checksums. Where it is damaged it is moved to results.sqlite.damaged, and
/// the text says so: whoever opens it next makes it again. Empty: nothing was wrong. DamagedStore where there are no
/// run directories to make it from.
std::string move_damaged_store_aside(const SweepDirectory& directory);

}  // namespace sextant::results
