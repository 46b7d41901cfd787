// Condensation: how few directions the rows of a matrix share (Zhang et al., arXiv 2405.05409, section 6; Luo et al.,
// JMLR 2021). Rows that start tiny grow onto common directions; rows that start large keep their own.
#pragma once

#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

struct Condensation {
  std::vector<Index> order;  // (rows) group by group, the largest group first, the most typical row of each first
  std::vector<Index> sizes;  // of the groups, descending
  Table cosines;             // (rows, rows) in that order
  double share_above = 0;    // of the pairs whose cosine exceeds the threshold

  Index directions() const { return static_cast<Index>(sizes.size()); }
};

/// Groups rows: the row with the most neighbours above `threshold` takes them all, then the next among what is left.
/// Rows of zeros are left out.
Condensation condense(const Table& rows, double threshold);

}  // namespace sextant::math
