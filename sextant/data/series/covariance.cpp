#include "sextant/data/series/covariance.h"

#include <Eigen/Dense>

namespace sextant::data {

Table second_moments(const Table& rows, Index first, Index count) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> x(rows.values.data() + first * rows.columns, count, rows.columns);
  Table result(rows.columns, rows.columns);
  Eigen::Map<Matrix> moments(result.values.data(), rows.columns, rows.columns);
  moments.setZero();
  moments.selfadjointView<Eigen::Lower>().rankUpdate(x.transpose(), 1.0 / static_cast<double>(count));
  moments.triangularView<Eigen::StrictlyUpper>() = moments.transpose();
  return result;
}

}  // namespace sextant::data
