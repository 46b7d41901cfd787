#include "sextant/math/statistics/distance_correlation.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/linear/centring.h"

namespace sextant::math {

double distance_correlation(const Table& x, const Table& y) {
  require(x.rows == x.columns && x.rows == y.rows && y.rows == y.columns,
          "distance correlation: expected two square matrices of the same size, given ({}, {}) and ({}, {})", x.rows,
          x.columns, y.rows, y.columns);
  const Table a = centre_symmetric(x), b = centre_symmetric(y);
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    aa += a.values[i] * a.values[i];
    bb += b.values[i] * b.values[i];
    ab += a.values[i] * b.values[i];
  }
  return std::sqrt(std::max(0.0, ab) / std::sqrt(aa * bb));
}

}  // namespace sextant::math
