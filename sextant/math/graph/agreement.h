// How far two partitions of the same nodes agree.
#pragma once

#include "sextant/math/graph/partition.h"

namespace sextant::math {

/// Adjusted Rand index (Hubert & Arabie 1985): pairs on which both agree, 0 by chance, 1 for equal partitions.
double adjusted_rand_index(const Partition& a, const Partition& b);

/// 2 I(a; b) / (H(a) + H(b)): 1 for equal partitions, 0 for independent ones; not corrected for chance. 1 where both
/// are a single module.
double normalised_mutual_information(const Partition& a, const Partition& b);

}  // namespace sextant::math
