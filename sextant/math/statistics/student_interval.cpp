#include "sextant/math/statistics/student_interval.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::math {

std::optional<Interval> student_interval(std::span<const double> values, double confidence) {
  if (values.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double t = quantile(boost::math::students_t(n - 1), 0.5 + confidence / 2);
  const double half = t * standard_deviation(values) / std::sqrt(n), middle = mean(values);
  return Interval{middle - half, middle + half};
}

}  // namespace sextant::math
