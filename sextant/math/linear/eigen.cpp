#include "sextant/math/linear/eigen.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "sextant/core/error.h"
#include "sextant/math/linear/dense_solver.h"

namespace sextant::math {
namespace {

double canonical_sign(std::span<const double> vector) {
  double largest = 0;
  for (const double value : vector) largest = std::max(largest, std::abs(value));
  // Mirror images of an entry differ by rounding only; without the margin rounding would choose the sign.
  for (const double value : vector)
    if (std::abs(value) >= largest * (1 - 1e-8)) return value < 0 ? -1 : 1;
  return 1;
}

}  // namespace

EigenPairs solve_symmetric(const Table& matrix) {
  require(matrix.rows == matrix.columns && matrix.rows >= 1, "eigenvectors: expected a square matrix, given ({}, {})",
          matrix.rows, matrix.columns);
  const auto n = static_cast<std::size_t>(matrix.rows);
  EigenPairs result{std::vector<double>(n), Table(matrix.rows, matrix.rows)};
  std::vector<double> vectors = matrix.values;  // symmetric: rows are columns
  require(solve_in_place(vectors, result.values),
          "eigenvectors: no convergence for a matrix of {} rows; are all its entries finite?", matrix.rows);
  std::vector<double> signs(n);
  for (std::size_t k = 0; k < n; ++k) signs[k] = canonical_sign({vectors.data() + k * n, n});
  // Eight vectors at a time: the columns of a matrix with a power of two of rows fight for the same lines of the cache.
  for (std::size_t first = 0; first < n; first += 8)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = first; k < std::min(first + 8, n); ++k)
        result.vectors.values[i * n + k] = signs[k] * vectors[k * n + i];
  return result;
}

}  // namespace sextant::math
