// How much modules keep to themselves, in a graph of weights >= 0 (n, n), symmetric; the diagonal is not looked at.
#pragma once

#include <vector>

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

/// (mean weight within modules - mean weight between) / mean weight within (Chan et al. 2014); not a number where
/// nothing lies within.
double segregation(const Table& weights, const Partition& modules);

/// P_i = 1 - sum_m (k_im / k_i)^2 (Guimera & Amaral 2005): 0 where all of a node's weight goes to one module. Nodes
/// without weight have 0.
std::vector<double> participation(const Table& weights, const Partition& modules);

}  // namespace sextant::math
