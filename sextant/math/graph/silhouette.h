// How well a partition fits distances (Rousseeuw 1987): for each node s = (b - a) / max(a, b), with a its mean distance
// to the others of its module and b the least mean distance to another module. 1: tight and far apart.
#pragma once

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

/// The mean over nodes; a node that is alone counts 0, and so does a partition into one module.
double silhouette(const Table& distances, const Partition& modules);

}  // namespace sextant::math
