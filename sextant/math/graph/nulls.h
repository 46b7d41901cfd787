// What chance alone would give: permutations of labels and of distances.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "sextant/core/index.h"
#include "sextant/core/table.h"

namespace sextant::math {

// What a measure would be if the nodes had nothing to do with it: the same measure with the nodes shuffled.

enum class Better { more, less };

struct PermutationResult {
  double value = 0;
  double shuffled = 0;  // mean over shuffles
  double p = 1;         // (1 + shuffles that come as far) / (1 + shuffles), one-sided
};

/// Measures once in the order as it is and once in each of `draws` random orders of 0..count-1. Not a number and p = 1
/// where the measure is not a number.
PermutationResult permutation_null(Index count, Index draws, std::uint64_t seed, Better better,
                                   const std::function<double(std::span<const std::int32_t> order)>& measure);

// Distance correlation of two sets of distances (math/statistics/distance_correlation.h) beside shuffled nodes.
// Spearman over pairs (RSA) with its Mantel test is math/geometry/mantel.h.

/// Both are (n, n) and symmetric; not a number where one side is a single place.
PermutationResult distance_correlation_null(const Table& x, const Table& y, Index draws, std::uint64_t seed);

}  // namespace sextant::math
