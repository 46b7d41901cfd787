#include "sextant/math/statistics/unit_root.h"

#include <Eigen/Dense>
#include <cmath>

namespace sextant::math {

double dickey_fuller(std::span<const double> series) {
  if (series.size() < 12) return 0;
  const auto rows = static_cast<Eigen::Index>(series.size()) - 2;
  Eigen::MatrixXd inputs(rows, 3);
  Eigen::VectorXd changes(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto t = static_cast<std::size_t>(i) + 2;
    inputs.row(i) << 1, series[t - 1], series[t - 1] - series[t - 2];
    changes(i) = series[t] - series[t - 1];
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver(inputs);
  if (solver.rank() < 3) return 0;
  const Eigen::Vector3d weights = solver.solve(changes);
  const double variance = (changes - inputs * weights).squaredNorm() / static_cast<double>(rows - 3);
  const Eigen::Matrix3d inverse = (inputs.transpose() * inputs).inverse();
  const double error = std::sqrt(variance * inverse(1, 1));
  return error > 0 ? weights(1) / error : 0;
}

}  // namespace sextant::math
