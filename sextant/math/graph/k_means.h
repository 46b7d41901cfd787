// k-means (Lloyd 1982) from starts drawn apart (k-means++: Arthur & Vassilvitskii 2007).
#pragma once

#include <cstdint>

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

struct KMeansRequest {
  Index modules = 2;
  std::uint32_t starts = 20;  // the best is taken
  Index most_steps = 300;
  std::uint64_t seed = 0;
};

/// The module of each row of `points`, numbered by appearance. The same request, the same partition.
Partition k_means(const Table& points, const KMeansRequest& request);

}  // namespace sextant::math
