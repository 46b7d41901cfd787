#include "sextant/stress/smacof.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <optional>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"

namespace sextant::stress {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Matrix = Eigen::MatrixXd;  // axes are contiguous

void require_square(const Table& table, Index n, const char* what) {
  require(table.rows == n && table.columns == n, "smacof: {} of shape ({}, {}) given, expected ({}, {})", what,
          table.rows, table.columns, n, n);
}

/// The solver of V + 1 1^T / n, whose inverse is V^+ on columns that sum to zero. V = diagonal of the sums - w.
Eigen::LLT<Eigen::MatrixXd> factor_weights(const Table& weights) {
  const Index n = weights.rows;
  Eigen::MatrixXd v = Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < n; ++t) {
      if (s == t) continue;
      require(weights(s, t) >= 0 && weights(s, t) == weights(t, s),
              "smacof: weight {} of positions {} and {}: weights must be symmetric and non-negative", weights(s, t), s,
              t);
      v(s, t) -= weights(s, t);
      v(s, s) += weights(s, t);
    }
  Eigen::LLT<Eigen::MatrixXd> factor(v);
  require(factor.info() == Eigen::Success && factor.rcond() > 1e-14,
          "smacof: the weights do not connect all positions; give every position a pair of positive weight");
  return factor;
}

class Majorisation {
 public:
  Majorisation(const Table& distances, const Table& weights) : distances_(distances), weights_(weights) {
    if (!weights.values.empty()) factor_ = factor_weights(weights);
    for (Index s = 0; s < distances.rows; ++s)
      for (Index t = 0; t < s; ++t) wanted_ += weight(s, t) * distances(s, t) * distances(s, t);
    require(wanted_ > 0, "smacof: all target distances are zero");
  }

  /// The stress of `points` (n, axes); `next` gets B(points) points. Row by row: all others pull at one point.
  double transform(const Matrix& points, Matrix& next) const {
    next.resize(points.rows(), points.cols());
    const Index n = points.rows();
    Eigen::ArrayXd lengths(n), pulls(n);
    double misfit = 0;
    for (Index s = 0; s < n; ++s) {
      look_for_stop();
      const Eigen::Map<const Eigen::ArrayXd> wanted(distances_.view().row(s), n);
      lengths.setZero();
      for (Index axis = 0; axis < points.cols(); ++axis)
        lengths += (points.col(axis).array() - points(s, axis)).square();
      lengths = lengths.sqrt();
      pulls =
          wanted / (lengths == 0).select(1.0, lengths) * (lengths != 0).cast<double>();  // coincident ones do not pull
      if (weights_.values.empty()) {
        misfit += (lengths - wanted).square().sum();
      } else {
        const Eigen::Map<const Eigen::ArrayXd> weights(weights_.view().row(s), n);
        misfit += (weights * (lengths - wanted).square()).sum();
        pulls *= weights;
      }
      for (Index axis = 0; axis < points.cols(); ++axis)
        next(s, axis) = points(s, axis) * pulls.sum() - (pulls * points.col(axis).array()).sum();
    }
    return 0.5 * misfit / wanted_;  // every pair was seen twice
  }

  Matrix solve(const Matrix& next) const {
    if (!factor_) return next / static_cast<double>(next.rows());
    return factor_->solve(next);
  }

 private:
  double weight(Index s, Index t) const { return weights_.values.empty() ? 1 : weights_(s, t); }

  const Table& distances_;
  const Table& weights_;
  std::optional<Eigen::LLT<Eigen::MatrixXd>> factor_;
  double wanted_ = 0;
};

}  // namespace

Smacof smacof(const Table& distances, Table start, const Table& weights, const SmacofRequest& request) {
  const Index n = start.rows;
  require(n >= 2 && start.columns >= 1, "smacof: initial points of shape ({}, {}) given, expected at least two points",
          n, start.columns);
  require_square(distances, n, "distances");
  if (!weights.values.empty()) require_square(weights, n, "weights");
  const Majorisation majorisation(distances, weights);
  Matrix points = Eigen::Map<const RowMajor>(start.values.data(), n, start.columns);
  points.rowwise() -= points.colwise().mean().eval();
  Matrix next;
  Smacof result{std::move(start), majorisation.transform(points, next), 0};
  while (result.iterations < request.iterations) {
    points = majorisation.solve(next);
    const double before = result.stress;
    result.stress = majorisation.transform(points, next);
    ++result.iterations;
    if (before - result.stress <= request.tolerance * before) break;
  }
  Eigen::Map<RowMajor>(result.points.values.data(), n, result.points.columns) = points;
  return result;
}

}  // namespace sextant::stress
