// Reading the directory of one run: config.toml, result.json, metrics.csv, timing.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/results/run_record.h"

namespace sextant::results {

/// A run has its configuration, and never runs below it.
bool is_run_directory(const std::string& directory);

/// What can be read of a run. Each file that cannot be is a fault; the others still count.
RunRecord read_run(const std::string& directory, std::vector<Fault>& faults);

/// A run that came to an end: done, diverged or failed; nothing where the directory holds none. DamagedFile
/// where a file of it is not what was written.
std::optional<RunRecord> read_run_record(const std::string& directory);

/// result.json of a run that came to an end, without the rest. DamagedFile where it is not what was written.
std::optional<Tree> read_run_result(const std::string& directory);

/// DamagedFile where the run is finished and its metrics.csv is not what was written.
void check_metrics(const std::string& directory);

}  // namespace sextant::results
