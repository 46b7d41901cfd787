#include "sextant/math/linear/eigen.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

double canonical_sign(const Eigen::VectorXd& vector) {
  // Mirror images of an entry differ by rounding only; without the margin rounding would choose the sign.
  const double nearly_largest = vector.cwiseAbs().maxCoeff() * (1 - 1e-8);
  for (Eigen::Index i = 0; i < vector.size(); ++i)
    if (std::abs(vector[i]) >= nearly_largest) return vector[i] < 0 ? -1 : 1;
  return 1;
}

}  // namespace

EigenPairs solve_symmetric(const Table& matrix) {
  require(matrix.rows == matrix.columns && matrix.rows >= 1, "eigenvectors: a square matrix is needed, given ({}, {})",
          matrix.rows, matrix.columns);
  const Eigen::Map<const Matrix> map(matrix.values.data(), matrix.rows, matrix.columns);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(map);
  require(solver.info() == Eigen::Success,
          "eigenvectors: no convergence for a matrix of {} rows; are all its entries "
          "finite?",
          matrix.rows);
  EigenPairs result;
  result.vectors = Table(matrix.rows, matrix.rows);
  for (Index k = 0; k < matrix.rows; ++k) {
    const Eigen::VectorXd vector = solver.eigenvectors().col(k);
    const double sign = canonical_sign(vector);
    result.values.push_back(solver.eigenvalues()[k]);
    for (Index i = 0; i < matrix.rows; ++i) result.vectors(i, k) = sign * vector[i];
  }
  return result;
}

}  // namespace sextant
