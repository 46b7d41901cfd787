// Distance correlation (Szekely, Rizzo & Bakirov 2007): 0 only where two sets of points are independent, 1 only where
// one is a turned, mirrored and scaled copy of the other.
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

/// Of the distances (n, n) within two sets of n points; not a number where one set is a single place.
double distance_correlation(const Table& x, const Table& y);

}  // namespace sextant::math
