// Results as people read them: a table per metric, and what must be said beside it.
#pragma once

#include <string>
#include <vector>

#include "sextant/cli/results_command.h"
#include "sextant/results/results.h"
#include "sextant/results/results_comparison.h"
#include "sextant/results/results_groups.h"

namespace sextant::cli {

/// How many runs there are and how they ended.
std::string describe_runs(const Results& results, const std::string& sweep);

std::string describe_groups(const std::vector<GroupSummary>& groups, const std::vector<std::string>& keys,
                            const std::vector<std::string>& metrics, const BootstrapOptions& bootstrap);

std::string describe_comparisons(const std::vector<Comparison>& comparisons, const std::string& key,
                                 const std::vector<std::string>& keys, const BootstrapOptions& bootstrap);

/// Where runs of one group differ in more than the seed.
std::string describe_hidden(const Results& results, const std::vector<std::string>& keys);

}  // namespace sextant::cli
