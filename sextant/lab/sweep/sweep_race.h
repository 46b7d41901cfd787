// What of a sweep has to do with deciding which setting is the best: the request, and what came of it.
#pragma once

#include <optional>

#include "sextant/lab/sweep/race_source.h"
#include "sextant/lab/sweep/sweep.h"

namespace sextant::lab {

/// Refuses requests that do not go together.
void check_race(const SweepOptions& options);
/// The race between the settings of the grid that `jobs` are, where it is asked for.
std::optional<RaceSource> make_race(const SweepOptions& options, const std::vector<SweepJob>& jobs,
                                    const std::string& runs_directory);
/// Writes decision.json into the sweep's directory, says the same as a table, and keeps it in the result.
void report_race(const RaceSource& source, const SweepOptions& options, SweepResult& result, Events& events);

}  // namespace sextant::lab
