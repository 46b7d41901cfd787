// A linear probe: ridge regression with a free constant from rows to a number, fitted to some rows and judged on others
// (Alain and Bengio 2016). Factored once for many targets, so that a null distribution costs little.
#pragma once

#include <memory>
#include <span>

#include "sextant/core/table.h"

namespace sextant::math {

class LinearProbe {
 public:
  /// `ridge` is a multiple of the mean eigenvalue of the covariance of `fitted`.
  LinearProbe(const Table& fitted, const Table& judged, double ridge = 1e-2);
  ~LinearProbe();

  /// 1 - (squared errors of the probe) / (squared errors of the mean of `fitted_targets`), over the judged rows: 1
  /// where the target is a linear function of the rows, 0 or below where nothing helps.
  double r_squared(std::span<const double> fitted_targets, std::span<const double> judged_targets) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sextant::math
