// Spearman's rank correlation (1904).
#pragma once

#include <span>

namespace sextant::math {

struct Correlation {
  double value = 0;
  double p = 1;  // two-sided, from Student's t with n - 2 degrees of freedom
};

/// Of two samples of the same length; not a number where one is constant, and without a p below three values.
Correlation spearman(std::span<const double> x, std::span<const double> y);

}  // namespace sextant::math
