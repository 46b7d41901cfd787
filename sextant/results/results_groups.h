// Runs with equal settings, and what they have in common over seeds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/math/statistics/bootstrap.h"
#include "sextant/results/results_table.h"

namespace sextant::results {

struct RunGroup {
  std::vector<Tree> settings;     // one per key
  std::vector<std::size_t> rows;  // of the table of runs
};

/// In the order of their settings.
std::vector<RunGroup> group_runs(const ResultsTable& runs, const std::vector<std::string>& keys);

/// The metric of the runs that are done, by seed; runs with the same seed are averaged (docs/adr/0011).
std::map<Tree, double> values_by_seed(const ResultsTable& runs, const RunGroup& group, const std::string& metric);

struct SeedSummary {
  Index seeds = 0;
  double mean = 0;       // not a number without seeds
  double deviation = 0;  // not a number for fewer than two
  std::optional<Interval> interval;
};

struct GroupSummary {
  std::vector<Tree> settings;
  Index done = 0;
  Index diverged = 0;
  Index failed = 0;
  std::vector<SeedSummary> metrics;  // in the order asked for
};

std::vector<GroupSummary> summarise(const ResultsTable& runs, const std::vector<std::string>& keys,
                                    const std::vector<std::string>& metrics, const BootstrapOptions& bootstrap);

/// One row per group: settings, counts, then METRIC.seeds, .mean, .sd, .low and .high.
ResultsTable make_table(const std::vector<GroupSummary>& groups, const std::vector<std::string>& keys,
                        const std::vector<std::string>& metrics);

/// The columns, the seed aside, in which runs of one group differ: what their averages hide.
std::vector<std::string> hidden_differences(const ResultsTable& runs, const std::vector<std::string>& keys);

}  // namespace sextant::results
