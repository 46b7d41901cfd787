// Partitions of nodes, and how far two of them agree.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

// A partition of nodes: the module of each.

/// Modules are numbered from 0 without gaps.
using Partition = std::vector<Index>;

/// The same modules, numbered in the order in which they appear: equal partitions become equal.
Partition number_by_appearance(const Partition& any);

/// One module for each distinct name, numbered in the order in which they appear.
Partition partition_by_name(std::span<const std::string> names);

Index count_modules(const Partition& partition);

/// The module of node i is that of node order[i].
Partition reorder(const Partition& partition, std::span<const std::int32_t> order);

// How far two partitions of the same nodes agree.

/// Adjusted Rand index (Hubert & Arabie 1985): pairs on which both agree, 0 by chance, 1 for equal partitions.
double adjusted_rand_index(const Partition& a, const Partition& b);

/// 2 I(a; b) / (H(a) + H(b)): 1 for equal partitions, 0 for independent ones; not corrected for chance. 1 where both
/// are a single module.
double normalised_mutual_information(const Partition& a, const Partition& b);

}  // namespace sextant::math
