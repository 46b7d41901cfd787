#include "sextant/math/linear/procrustes.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Of square matrices, which are decomposed without a QR before.
using Svd = Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner>;

Eigen::Map<const Matrix> map_of(const Table& table) { return {table.values.data(), table.rows, table.columns}; }

void require_one_shape(const Table& points, const Table& target) {
  require(points.rows == target.rows && points.columns == target.columns,
          "procrustes: expected two point sets of the same shape, given ({}, {}) and ({}, {})", points.rows,
          points.columns, target.rows, target.columns);
}

/// The same points in as many dimensions as there are of them: R' of points' = Q R.
Eigen::MatrixXd narrow(const Table& points) {
  if (points.rows >= points.columns) return map_of(points);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(map_of(points).transpose());
  return qr.matrixQR().topRows(points.rows).triangularView<Eigen::Upper>().toDenseMatrix().transpose();
}

}  // namespace

double procrustes_distance(const Table& points, const Table& target) {
  require_one_shape(points, target);
  const Eigen::MatrixXd from = narrow(points), to = narrow(target);
  const Svd svd(from.transpose() * to);
  const double square = from.squaredNorm() + to.squaredNorm() - 2 * svd.singularValues().sum();
  return std::sqrt(std::max(0.0, square));
}

Table turn_onto(const Table& points, const Table& target) {
  require_one_shape(points, target);
  const auto from = map_of(points), to = map_of(target);
  // points' target = U S V'; R = U V'.
  const Svd svd(from.transpose() * to, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Table turned(points.rows, points.columns);
  Eigen::Map<Matrix>(turned.values.data(), turned.rows, turned.columns) =
      from * svd.matrixU() * svd.matrixV().transpose();
  return turned;
}

}  // namespace sextant::math
