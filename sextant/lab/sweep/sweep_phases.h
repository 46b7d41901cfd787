// What of a sweep has to do with phases: what to look for, and where it was found.
#pragma once

#include "sextant/lab/sweep/sweep.h"

namespace sextant::lab {

/// Refuses requests that do not go together.
void check_phases(const SweepOptions& options);
/// The diagrams of the grid that `jobs` are, where phases are asked for.
std::optional<AdaptiveSource> make_diagrams(const SweepOptions& options, const Grid& grid,
                                            const std::vector<SweepJob>& jobs, const std::string& runs_directory);
/// Writes boundary.json into the sweep's directory, says the same as tables, and keeps it in the result.
void report_boundaries(const AdaptiveSource& source, SweepResult& result, Events& events);

}  // namespace sextant::lab
