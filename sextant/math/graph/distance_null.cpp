// Centring and shuffling can change places, so the tables are centred once.
#include "sextant/math/graph/distance_null.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/math/linear/centring.h"

namespace sextant::math {

PermutationResult distance_correlation_null(const Table& x, const Table& y, Index draws, std::uint64_t seed) {
  require(x.rows == x.columns && x.rows == y.rows && y.rows == y.columns,
          "distance correlation: expected two square matrices of the same size, given ({}, {}) and ({}, {})", x.rows,
          x.columns, y.rows, y.columns);
  const Table a = centre_symmetric(x), b = centre_symmetric(y);
  const auto square = [](const Table& one) {
    return std::inner_product(one.values.begin(), one.values.end(), one.values.begin(), 0.0);
  };
  const double sizes = std::sqrt(square(a) * square(b));
  return permutation_null(x.rows, draws, seed, Better::more, [&](std::span<const std::int32_t> order) {
    double sum = 0;
    for (Index s = 0; s < a.rows; ++s) {
      const double* left = a.view().row(s);
      const double* right = b.view().row(order[static_cast<std::size_t>(s)]);
      for (std::size_t t = 0; t < order.size(); ++t) sum += left[t] * right[order[t]];
    }
    return std::sqrt(std::max(0.0, sum) / sizes);
  });
}

}  // namespace sextant::math
