// A partition of nodes: the module of each.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

/// Modules are numbered from 0 without gaps.
using Partition = std::vector<Index>;

/// The same modules, numbered in the order in which they appear: equal partitions become equal.
Partition number_by_appearance(const Partition& any);

/// One module for each distinct name, numbered in the order in which they appear.
Partition partition_by_name(std::span<const std::string> names);

Index count_modules(const Partition& partition);

/// The module of node i is that of node order[i].
Partition reorder(const Partition& partition, std::span<const std::int32_t> order);

}  // namespace sextant::math
