// What `reproduce`, `discover` and `tune` have in common: a sweep underneath, its cost, analyses of its runs, a page.
#pragma once

#include <string>

#include "sextant/cli/sweep_command.h"
#include "sextant/lab/experiment/analyse_runs.h"
#include "sextant/lab/experiment/study.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::cli {

SweepRequest make_sweep(const TrainingRequest& request, const std::string& name, const SweepDirectory& directory);

/// What a study costs, before it starts. Returns false, and prints nothing, where all of it is there.
bool print_cost_of(const Study& study, const SweepDirectory& directory, const Runner& runner, Index at_once);

/// Analyses with progress on stderr; Ctrl-C leaves the rest.
AnalysisTally look_at_runs(const AnalysisWork& work, const AnalystMaker& analysts, bool quiet);

/// Says that the same command goes on; returns the exit code.
int end_interrupted();

/// report.html of a directory.
void write_page(const std::string& directory);

}  // namespace sextant::cli
