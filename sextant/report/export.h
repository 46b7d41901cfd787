// Runs in the formats of other programs.
#pragma once

#include <string>
#include <vector>

namespace sextant::report {

/// Run directories as they are; of a sweep, an experiment or a folder of these all their runs. An Error where a path
/// holds none.
std::vector<std::string> list_runs_in(const std::vector<std::string>& paths);

/// The rows of all runs in one CSV file, with the run's name in front.
void export_csv(const std::vector<std::string>& runs, const std::string& path);

/// Event files for TensorBoard, DIRECTORY/RUN/events...; those of an earlier export are replaced. metrics.csv knows no
/// times, so the rows are spread evenly over the seconds of training, which end when metrics.csv was last written.
void export_tensorboard(const std::vector<std::string>& runs, const std::string& directory);

}  // namespace sextant::report
