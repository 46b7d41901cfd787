// t = mean / (deviation / sqrt(n)).
#include <cmath>
#include <limits>

#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/moments.h"
#include "sextant/math/statistics/paired_tests.h"

namespace sextant::math {

TestResult paired_t_test(std::span<const double> differences) {
  if (differences.size() < 2)
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  const auto n = static_cast<double>(differences.size());
  const double t = mean(differences) / (standard_deviation(differences) / std::sqrt(n));
  return {t, student_two_sided(t, n - 1)};
}

}  // namespace sextant::math
