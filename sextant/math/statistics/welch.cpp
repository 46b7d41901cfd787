// Degrees of freedom (a + b)^2 / (a^2/(n - 1) + b^2/(m - 1)), where a and b are the squared errors of the two means.
#include "sextant/math/statistics/welch.h"

#include <cmath>
#include <limits>

#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/moments.h"

namespace sextant::math {

TestResult welch_test(std::span<const double> x, std::span<const double> y) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  if (x.size() < 2 || y.size() < 2) return {undefined, undefined};
  const auto n = static_cast<double>(x.size()), m = static_cast<double>(y.size());
  const double a = std::pow(standard_deviation(x), 2) / n, b = std::pow(standard_deviation(y), 2) / m;
  if (a + b == 0) return {undefined, undefined};
  const double t = (mean(x) - mean(y)) / std::sqrt(a + b);
  return {t, student_two_sided(t, (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1)))};
}

}  // namespace sextant::math
