// A run directory as a row of the store and the rows of its metrics.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::results {

struct RunRecord {
  Tree row;                                 // column -> value, flat
  std::vector<std::vector<Tree>> metrics;   // step, split, loss, accuracy, learning_rate, gradient_norm
  std::vector<std::vector<Tree>> readings;  // of the meter: step, name, value
};

/// Nothing where the directory holds no run that came to an end (done, diverged or failed).
std::optional<RunRecord> read_run_record(const std::string& directory);

/// result.json of a run that came to an end, without the rest.
std::optional<Tree> read_run_result(const std::string& directory);

}  // namespace sextant::results
