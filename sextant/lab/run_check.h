// Whether the files of a run are those that it wrote.
#pragma once

#include <optional>
#include <string>

#include "sextant/core/tree.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {

/// Throws DamagedFile where a file that the run would answer with, or go on from, is not what was written. Before its
/// first checkpoint a run has nothing to go on from: what a kill or a full disk left of it is written anew.
void check_run(const std::string& directory);

/// Throws DamagedFile where config.toml has gone and the other files say that the run is the one of `identity`.
void check_lost_configuration(const std::string& directory, const std::string& identity);

/// result.json of a run that came to its end (done or diverged), if it did.
std::optional<Tree> read_finished_result(const std::string& directory);

}  // namespace sextant::lab
