// Greedy grouping of rows by their cosines.
#include "sextant/math/linear/condensation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sextant::math {
namespace {

/// Rows of norm 1, without those that are zero.
Table unit_rows(const Table& rows) {
  Table units(0, rows.columns);
  for (Index i = 0; i < rows.rows; ++i) {
    double squares = 0;
    for (Index j = 0; j < rows.columns; ++j) squares += rows(i, j) * rows(i, j);
    if (squares == 0) continue;
    for (Index j = 0; j < rows.columns; ++j) units.values.push_back(rows(i, j) / std::sqrt(squares));
    ++units.rows;
  }
  return units;
}

Table cosines_of(const Table& units) {
  Table cosines(units.rows, units.rows);
  for (Index a = 0; a < units.rows; ++a)
    for (Index b = 0; b <= a; ++b) {
      double sum = 0;
      for (Index j = 0; j < units.columns; ++j) sum += units(a, j) * units(b, j);
      cosines(a, b) = cosines(b, a) = sum;
    }
  return cosines;
}

/// The next group: the row with the most free neighbours (the first one of equals), then these by falling cosine.
std::vector<Index> next_group(const Table& cosines, const std::vector<bool>& taken, double threshold) {
  std::vector<Index> best;
  for (Index leader = 0; leader < cosines.rows; ++leader) {
    if (taken[static_cast<std::size_t>(leader)]) continue;
    std::vector<Index> group = {leader};
    for (Index other = 0; other < cosines.rows; ++other)
      if (other != leader && !taken[static_cast<std::size_t>(other)] && cosines(leader, other) > threshold)
        group.push_back(other);
    if (group.size() > best.size()) best = std::move(group);
  }
  if (!best.empty())
    std::stable_sort(best.begin() + 1, best.end(),
                     [&](Index a, Index b) { return cosines(best.front(), a) > cosines(best.front(), b); });
  return best;
}

}  // namespace

Condensation condense(const Table& rows, double threshold) {
  const Table cosines = cosines_of(unit_rows(rows));
  const Index count = cosines.rows;
  Condensation found;
  std::vector<bool> taken(static_cast<std::size_t>(count));
  while (static_cast<Index>(found.order.size()) < count) {
    const auto group = next_group(cosines, taken, threshold);
    for (const Index row : group) taken[static_cast<std::size_t>(row)] = true;
    found.order.insert(found.order.end(), group.begin(), group.end());
    found.sizes.push_back(static_cast<Index>(group.size()));
  }
  found.cosines = Table(count, count);
  Index above = 0;
  for (Index a = 0; a < count; ++a)
    for (Index b = 0; b < count; ++b) {
      const double cosine = cosines(found.order[static_cast<std::size_t>(a)], found.order[static_cast<std::size_t>(b)]);
      found.cosines(a, b) = cosine;
      above += a < b && cosine > threshold;
    }
  if (count > 1) found.share_above = static_cast<double>(above) / (static_cast<double>(count * (count - 1)) / 2);
  return found;
}

}  // namespace sextant::math
