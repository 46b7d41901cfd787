// Whether the best of several is ahead of all others, paired by seed, and how many seeds would tell where it is not.
#pragma once

#include <optional>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

struct Lead {
  double p = 1;                       // the largest of the paired t-tests against each other one, after Holm
  std::optional<Index> pairs_needed;  // to tell the best from the second with power 0.8, by their difference so far

  bool is_sure() const { return p < 0.05; }
};

/// differences[i]: the best minus the i-th of the others, best first, seed by seed.
Lead judge_lead(const std::vector<std::vector<double>>& differences);

/// The fewest pairs with which the exact paired tests of so many comparisons can give a corrected p of at most 0.05.
Index pairs_for_significance(Index comparisons);

}  // namespace sextant::math
