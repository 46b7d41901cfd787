#include "sextant/math/linear/linear_probe.h"

#include <Eigen/Dense>
#include <limits>

#include "sextant/core/error.h"

namespace sextant::math {

struct LinearProbe::Impl {
  Eigen::MatrixXd fitted, judged;  // around the mean of the fitted rows
  Eigen::LDLT<Eigen::MatrixXd> factor;
};

LinearProbe::LinearProbe(const Table& fitted, const Table& judged, double ridge) : impl_(std::make_unique<Impl>()) {
  require(fitted.rows >= 2 && judged.rows >= 2 && fitted.columns == judged.columns,
          "linear probe: {} rows of {} to fit, {} of {} to judge", fitted.rows, fitted.columns, judged.rows,
          judged.columns);
  using Rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  impl_->fitted = Rows(fitted.values.data(), fitted.rows, fitted.columns);
  impl_->judged = Rows(judged.values.data(), judged.rows, judged.columns);
  const Eigen::RowVectorXd mean = impl_->fitted.colwise().mean();
  impl_->fitted.rowwise() -= mean;
  impl_->judged.rowwise() -= mean;
  Eigen::MatrixXd gram = impl_->fitted.transpose() * impl_->fitted;
  const double size = gram.trace() / static_cast<double>(gram.rows());
  gram.diagonal().array() += std::max(ridge * size, std::numeric_limits<double>::min());
  impl_->factor.compute(gram);
}

LinearProbe::~LinearProbe() = default;

double LinearProbe::r_squared(std::span<const double> fitted_targets, std::span<const double> judged_targets) const {
  require(static_cast<Index>(fitted_targets.size()) == impl_->fitted.rows() &&
              static_cast<Index>(judged_targets.size()) == impl_->judged.rows(),
          "linear probe: {} and {} targets for {} and {} rows", fitted_targets.size(), judged_targets.size(),
          impl_->fitted.rows(), impl_->judged.rows());
  using Column = Eigen::Map<const Eigen::VectorXd>;
  Eigen::VectorXd y = Column(fitted_targets.data(), impl_->fitted.rows());
  const double mean = y.mean();
  y.array() -= mean;
  Eigen::VectorXd left = Column(judged_targets.data(), impl_->judged.rows());
  left.array() -= mean;
  const double of_mean = left.squaredNorm();
  if (!(of_mean > 0)) return std::numeric_limits<double>::quiet_NaN();
  const Eigen::VectorXd along = impl_->fitted.transpose() * y;
  const Eigen::VectorXd weights = impl_->factor.solve(along);
  left -= impl_->judged * weights;
  return 1 - left.squaredNorm() / of_mean;
}

}  // namespace sextant::math
