#include "sextant/math/linear/partial_correlations.h"

#include <Eigen/Dense>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant::math {

Table correlations_of_covariance(const Table& covariance) {
  Table result(covariance.rows, covariance.rows);
  for (Index i = 0; i < covariance.rows; ++i)
    for (Index j = 0; j < covariance.rows; ++j) {
      const double scale = std::sqrt(covariance(i, i) * covariance(j, j));
      result(i, j) = i == j ? 1 : scale > 0 ? covariance(i, j) / scale : 0;
    }
  return result;
}

Table partial_correlations(const Table& covariance, double ridge) {
  using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Index n = covariance.rows;
  Eigen::MatrixXd shrunk = Eigen::Map<const RowMatrix>(covariance.values.data(), n, n);
  shrunk.diagonal().array() += ridge;
  const Eigen::LLT<Eigen::MatrixXd> factor(shrunk);
  require(factor.info() == Eigen::Success, "partial correlations: the covariance is not positive definite");
  const Eigen::MatrixXd precision = factor.solve(Eigen::MatrixXd::Identity(n, n));
  Table result(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      result(i, j) = i == j ? 1 : -precision(i, j) / std::sqrt(precision(i, i) * precision(j, j));
  return result;
}

}  // namespace sextant::math
