#include "sextant/math/statistics/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sextant::math {

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
