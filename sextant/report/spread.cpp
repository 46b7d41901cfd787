#include "sextant/report/spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "sextant/math/statistics/bootstrap.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::report {

Tree rounded(double value) {
  if (!std::isfinite(value)) return {};
  if (value == std::round(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
  return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
}

namespace {

/// Between two values linearly (type 7 of Hyndman & Fan 1996).
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Spread quartiles(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75)};
}

Spread mean_interval(const std::vector<double>& values) {
  if (values.empty()) return {};
  Spread spread{mean(values), {}, {}};
  if (const auto interval = bootstrap_mean(values)) {
    spread.low = interval->low;
    spread.high = interval->high;
  }
  return spread;
}

}  // namespace sextant::report
