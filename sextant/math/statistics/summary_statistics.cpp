#include "sextant/math/statistics/summary_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sextant::math {

// The sum is corrected once by the sum of its residuals, so the mean of equal values is that value to the last bit
// and their deviation is exactly 0.

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

Histogram make_histogram(std::span<const double> values, Index bins) {
  Histogram histogram{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), {}};
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    histogram.low = std::min(histogram.low, value);
    histogram.high = std::max(histogram.high, value);
  }
  if (!(histogram.low < histogram.high)) return {};
  histogram.counts.assign(static_cast<std::size_t>(bins), 0);
  const double per_bin = static_cast<double>(bins) / (histogram.high - histogram.low);
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const auto bin = static_cast<Index>((value - histogram.low) * per_bin);
    ++histogram.counts[static_cast<std::size_t>(std::min(bin, bins - 1))];  // the largest value belongs to the last
  }
  return histogram;
}

}  // namespace sextant::math
