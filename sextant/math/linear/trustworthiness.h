// How far the neighbours on a map can be trusted (Venna & Kaski 2001): 1 - 2 / (n k (2n - 3k - 1)) times the sum, over
// points i and those of their k nearest on the map that are not among their k nearest truly, of (rank - k).
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

/// 1: the neighbours on the map are neighbours. Both tables (n, n), distances; 1 <= neighbours < n / 2.
double trustworthiness(const Table& true_distances, const Table& distances_on_map, Index neighbours);

}  // namespace sextant::math
