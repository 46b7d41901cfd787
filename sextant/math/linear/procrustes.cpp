#include "sextant/math/linear/procrustes.h"

#include <Eigen/SVD>

#include "sextant/core/error.h"

namespace sextant {

Table turn_onto(const Table& points, const Table& target) {
  require(points.rows == target.rows && points.columns == target.columns,
          "procrustes: both clouds need one shape, given ({}, {}) and ({}, {})", points.rows, points.columns,
          target.rows, target.columns);
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> from(points.values.data(), points.rows, points.columns);
  const Eigen::Map<const Matrix> to(target.values.data(), target.rows, target.columns);
  // points' target = U S V'; R = U V'.
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(from.transpose() * to, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Table turned(points.rows, points.columns);
  Eigen::Map<Matrix>(turned.values.data(), turned.rows, turned.columns) =
      from * svd.matrixU() * svd.matrixV().transpose();
  return turned;
}

}  // namespace sextant
