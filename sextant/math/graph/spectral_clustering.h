// Spectral clustering (Ng, Jordan & Weiss 2002): k-means of the rows, of length 1, of the k leading eigenvectors of
// D^-1/2 W D^-1/2, with W the positive similarities and D their sums.
#pragma once

#include <cstdint>

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

/// `similarities` (n, n) symmetric; the diagonal and negative ones are not looked at. 1 <= modules <= n.
Partition spectral_clustering(const Table& similarities, Index modules, std::uint64_t seed);

}  // namespace sextant::math
