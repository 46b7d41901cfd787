// Who sits where: the assignment of rows to columns, each column once, with the least total cost (the Hungarian method
// with potentials, Kuhn 1955, Munkres 1957). Exact, n^3.
#pragma once

#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

/// The column of each row of a square table of costs.
std::vector<Index> assign(const Table& costs);

}  // namespace sextant::math
