#include "sextant/math/linear/alignment.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <vector>

#include "sextant/core/error.h"

namespace sextant::math {

namespace {

/// Takes the mean over samples off every output's entries; `step` is the distance between neighbouring entries.
void centre(double* values, Index step, Index samples, Index outputs) {
  for (Index output = 0; output < outputs; ++output) {
    double mean = 0;
    for (Index s = 0; s < samples; ++s) mean += values[(s * outputs + output) * step] / static_cast<double>(samples);
    for (Index s = 0; s < samples; ++s) values[(s * outputs + output) * step] -= mean;
  }
}

}  // namespace

double matrix_cosine(const Table& a, const Table& b) {
  require(a.rows == b.rows && a.columns == b.columns,
          "cosine: expected two matrices of the same shape, given ({}, {}) and ({}, {})", a.rows, a.columns, b.rows,
          b.columns);
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    aa += a.values[i] * a.values[i];
    bb += b.values[i] * b.values[i];
    ab += a.values[i] * b.values[i];
  }
  return ab / std::sqrt(aa * bb);
}

double centred_alignment(const Table& kernel, std::span<const double> target, Index outputs) {
  const Index n = kernel.rows;
  require(kernel.columns == n && static_cast<Index>(target.size()) == n && outputs >= 1 && n % outputs == 0,
          "kernel alignment: expected a square kernel and a target of matching size, given ({}, {}), {} and {} outputs",
          n, kernel.columns, target.size(), outputs);
  Table k = kernel;
  std::vector<double> y(target.begin(), target.end());
  const Index samples = n / outputs;
  centre(y.data(), 1, samples, outputs);
  for (Index i = 0; i < n; ++i) centre(k.values.data() + i * n, 1, samples, outputs);
  for (Index j = 0; j < n; ++j) centre(k.values.data() + j, n, samples, outputs);
  double along = 0, kernel_square = 0, target_square = 0;
  for (Index i = 0; i < n; ++i) {
    target_square += y[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(i)];
    for (Index j = 0; j < n; ++j) {
      kernel_square += k(i, j) * k(i, j);
      along += y[static_cast<std::size_t>(i)] * k(i, j) * y[static_cast<std::size_t>(j)];
    }
  }
  return along / (std::sqrt(kernel_square) * target_square);
}

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
