// The sum is corrected once by the sum of its residuals, so the mean of equal values is that value to the last bit
// and their deviation is exactly 0.
#include "sextant/math/statistics/moments.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace sextant::math {

double mean(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double rough = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double residual = 0;
  for (const double value : values) residual += value - rough;
  return rough + residual / n;
}

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace sextant::math
