// The best table of a lower rank, in the table's own basis (Eckart and Young 1936), and how far two tables share a
// basis.
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

struct LowRankTable {
  Table table;  // of the shape of the original
  Index rank = 0;
  double kept = 0;  // share of the variance of the rows around their mean
};

/// Of rank `rank` around the mean row, 1 to min(rows, columns).
LowRankTable lower_rank(const Table& table, Index rank);
/// Of the lowest rank that keeps at least this share of the variance.
LowRankTable lower_rank_keeping(const Table& table, double share);

/// The share of the variance of the rows of `other` that lies in the directions which hold 99 % of that of `own`; 1
/// where the rows of `other` do not differ. Both have the same number of columns.
double basis_overlap(const Table& own, const Table& other);

}  // namespace sextant::math
