// Runs in the formats of other programs.
#pragma once

#include <string>
#include <vector>

namespace sextant::report {

/// The rows of all runs in one CSV file, with the run's name in front.
void export_csv(const std::vector<std::string>& runs, const std::string& path);

/// Event files for TensorBoard, DIRECTORY/RUN/events...; those of an earlier export are replaced. metrics.csv knows no
/// times, so the rows are spread evenly over the seconds of training, which end when metrics.csv was last written.
void export_tensorboard(const std::vector<std::string>& runs, const std::string& directory);

}  // namespace sextant::report
