// Two settings of one key against each other, everything else equal, paired by seed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/math/statistics/bootstrap.h"
#include "sextant/results/results_table.h"

namespace sextant::results {

struct ComparisonRequest {
  std::string key;
  std::optional<std::pair<Tree, Tree>> settings;  // nothing: every pair of settings
};

/// "model.depth", or "position.kind=learned vs position.kind=rotary".
ComparisonRequest parse_comparison(const std::string& text);

struct Comparison {
  std::vector<Tree> settings;  // of the other keys
  Tree first;
  Tree second;
  std::string metric;
  Index pairs = 0;        // seeds that both have
  Index unpaired = 0;     // seeds that one of them has, or that are done for one of them only
  double difference = 0;  // mean of first - second; not a number without pairs, like all that follows
  std::optional<Interval> interval;
  double t_p = 0;
  double wilcoxon_p = 0;
  double wilcoxon_holm = 0;  // corrected over all comparisons of this metric
  double permutation_p = 0;
  double permutation_holm = 0;
};

/// For each metric in turn; `keys` are the others that must be equal.
std::vector<Comparison> compare(const ResultsTable& runs, const ComparisonRequest& request,
                                const std::vector<std::string>& keys, const std::vector<std::string>& metrics,
                                const BootstrapOptions& bootstrap);

ResultsTable make_table(const std::vector<Comparison>& comparisons, const std::string& key,
                        const std::vector<std::string>& keys);

}  // namespace sextant::results
