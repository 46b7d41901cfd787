// Distance correlation of two sets of distances (math/statistics/distance_correlation.h) beside shuffled nodes.
// Spearman over pairs (RSA) with its Mantel test is math/geometry/mantel.h.
#pragma once

#include "sextant/core/table.h"
#include "sextant/math/graph/permutation_null.h"

namespace sextant::math {

/// Both are (n, n) and symmetric; not a number where one side is a single place.
PermutationResult distance_correlation_null(const Table& x, const Table& y, Index draws, std::uint64_t seed);

}  // namespace sextant::math
