#include "sextant/math/linear/decompositions.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant::math {

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const Rows> rows_of(const Table& table) { return {table.values.data(), table.rows, table.columns}; }
Eigen::Map<Rows> rows_of(Table& table) { return {table.values.data(), table.rows, table.columns}; }

}  // namespace

Table orthonormal_columns(const Table& matrix) {
  require(matrix.rows >= matrix.columns,
          "orthonormal columns: expected at least as many rows as columns, given ({}, {})", matrix.rows,
          matrix.columns);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(rows_of(matrix));
  const Eigen::MatrixXd basis = qr.householderQ() * Eigen::MatrixXd::Identity(matrix.rows, matrix.columns);
  Table result(matrix.rows, matrix.columns);
  rows_of(result) = basis;
  return result;
}

Table multiply(const Table& left, const Table& right) {
  require(left.columns == right.rows, "product: ({}, {}) times ({}, {})", left.rows, left.columns, right.rows,
          right.columns);
  Table result(left.rows, right.columns);
  // Not straight into the table: the bits of a small product would depend on where it lies in memory.
  const Rows product = rows_of(left) * rows_of(right);
  rows_of(result) = product;
  return result;
}

std::vector<double> singular_values(const Table& matrix) {
  require(matrix.rows >= 1 && matrix.columns >= 1, "singular values: empty matrix ({}, {})", matrix.rows,
          matrix.columns);
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> map(matrix.values.data(), matrix.rows, matrix.columns);
  require(map.allFinite(), "singular values: the matrix contains non-finite values");
  const bool wide = matrix.columns > matrix.rows;
  const Eigen::internal::UpperBidiagonalization<Eigen::MatrixXd> b(wide ? Eigen::MatrixXd(map.transpose())
                                                                        : Eigen::MatrixXd(map));
  // B with diagonal d and superdiagonal e has the singular values that the tridiagonal matrix with zeros on its
  // diagonal and d1, e1, d2, e2, ... beside it has as its eigenvalues, with both signs (Golub and Kahan 1965).
  const Eigen::MatrixXd bidiagonal = b.bidiagonal().toDenseMatrix();
  const Index n = bidiagonal.cols();
  Eigen::VectorXd beside(2 * n - 1);
  for (Index i = 0; i < n; ++i) {
    beside[2 * i] = bidiagonal(i, i);
    if (i + 1 < n) beside[2 * i + 1] = bidiagonal(i, i + 1);
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(Eigen::VectorXd::Zero(2 * n), beside, Eigen::EigenvaluesOnly);
  std::vector<double> values(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i)
    values[static_cast<std::size_t>(i)] = std::max(0.0, solver.eigenvalues()[2 * n - 1 - i]);
  return values;
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
