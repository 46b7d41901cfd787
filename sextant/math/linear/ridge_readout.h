// Linear readout of a number from vectors, judged on vectors that it was not fitted to. Ridge regression with a free
// constant; leaving one out costs no second fit: y_i - f_{-i}(x_i) = (y_i - f(x_i)) / (1 - H_ii) (Allen 1974).
#pragma once

#include <span>

#include "sextant/math/linear/eigen.h"

namespace sextant::math {

class RidgeReadout {
 public:
  /// `gram` (n, n) holds the inner products of the vectors around their centre (centred_gram).
  explicit RidgeReadout(const Table& gram);

  /// 1 - (squared errors left out) / (squared errors of the mean of the others), for the best of some ridges: 1 where
  /// the target is a linear function of the vectors, 0 where nothing helps. Not a number where the target is constant.
  double r_squared(std::span<const double> target) const;

 private:
  double errors(std::span<const double> centred, double ridge) const;

  EigenPairs pairs_;
  double mean_ = 0;  // eigenvalue
};

}  // namespace sextant::math
