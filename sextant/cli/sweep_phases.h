// What of `sextant sweep` has to do with phases: what to look for, and where it was found.
#pragma once

#include "sextant/cli/sweep_command.h"
#include "sextant/lab/sweep/adaptive_source.h"

namespace sextant::cli {

/// Refuses requests that do not go together.
void check_phases(const SweepRequest& request);
/// The diagrams of the grid that `jobs` are, where the request asks for phases.
std::optional<AdaptiveSource> make_diagrams(const SweepRequest& request, const Grid& grid,
                                            const std::vector<SweepJob>& jobs, const std::string& runs_directory);
/// Writes boundary.json into `directory` and prints the same as tables.
void report_boundaries(const AdaptiveSource& source, const std::string& directory);

}  // namespace sextant::cli
