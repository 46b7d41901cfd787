// Reading the directory of one run: config.toml, result.json, metrics.csv, timing.json.
#pragma once

#include <string>
#include <vector>

#include "sextant/results/reported_run.h"

namespace sextant::results {

/// A run has its configuration, and never runs below it.
bool is_run_directory(const std::string& directory);

/// What can be read of a run. Each file that cannot be is a fault; the others still count.
ReportedRun read_run(const std::string& directory, std::vector<Fault>& faults);

/// The rows of metrics.csv. A torn last line, of a run that goes on, is left out.
std::vector<MetricsLine> read_metrics(const std::string& directory);

/// {"model": {"depth": 2}} as {"model.depth": 2}, and back.
Tree flatten(const Tree& tree);
Tree unflatten(const Tree& flat);

}  // namespace sextant::results
