// From a grid to the runs it asks for.
#pragma once

#include "sextant/lab/sweep/crew.h"
#include "sextant/results/grid.h"

namespace sextant::lab {

struct SweepOptions;

/// The runs of a grid, resolved and named; cells that come to the same run are one job.
std::vector<SweepJob> make_jobs(const Grid& grid, const Runner& runner, const std::string& stem);

/// The run of one cell.
SweepJob make_job(const Grid& grid, const Settings& cell, const Runner& runner, const std::string& stem);

/// Those of a grid that a sweep is asked for, in its order: shuffled, one part.
std::vector<SweepJob> plan_jobs(const SweepOptions& options, const Grid& grid, const Runner& runner);

}  // namespace sextant::lab
