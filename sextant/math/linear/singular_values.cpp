#include "sextant/math/linear/singular_values.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant::math {

std::vector<double> singular_values(const Table& matrix) {
  require(matrix.rows >= 1 && matrix.columns >= 1, "singular values: empty matrix ({}, {})", matrix.rows,
          matrix.columns);
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> map(matrix.values.data(), matrix.rows, matrix.columns);
  require(map.allFinite(), "singular values: the matrix contains non-finite values");
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(map);
  return {svd.singularValues().begin(), svd.singularValues().end()};
}

double effective_rank(std::span<const double> singular_values) {
  double sum = 0;
  for (const double value : singular_values) sum += value;
  if (!(sum > 0)) return 0;
  double entropy = 0;
  for (const double value : singular_values)
    if (value > 0) entropy -= value / sum * std::log(value / sum);
  return std::exp(entropy);
}

double stable_rank(std::span<const double> singular_values) {
  if (singular_values.empty()) return 0;
  const double largest = std::ranges::max(singular_values);
  if (!(largest > 0)) return 0;
  double rank = 0;
  for (const double value : singular_values) rank += value / largest * (value / largest);
  return rank;
}

}  // namespace sextant::math
