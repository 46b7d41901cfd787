// Tables to measure: normal numbers, and points that are all equally far apart.
#pragma once

#include <cmath>

#include "sextant/core/random.h"
#include "sextant/core/table.h"

namespace sextant::test {

inline Table normal_table(Index rows, Index columns, std::uint64_t seed) {
  Table table(rows, columns);
  const Random random(seed, Stream::data);
  for (std::size_t i = 0; i < table.values.size(); ++i) table.values[i] = random.normal(i);
  return table;
}

/// sqrt 2 between any two: the distances of one-hot vectors.
inline Table equal_distances(Index n) {
  Table result(n, n);
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < n; ++t) result(s, t) = s == t ? 0 : std::sqrt(2.0);
  return result;
}

}  // namespace sextant::test
