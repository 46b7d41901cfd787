#include "sextant/math/linear/orthonormal.h"

#include <Eigen/QR>

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
  rows_of(result).noalias() = rows_of(left) * rows_of(right);
  return result;
}

}  // namespace sextant::math
