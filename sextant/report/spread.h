// The middle and the spread of a few numbers.
#pragma once

#include <optional>
#include <vector>

namespace sextant::report {

struct Spread {
  std::optional<double> middle;
  std::optional<double> low;
  std::optional<double> high;
};

/// Median and quartiles: how runs lie, whatever their distribution. Nothing without values.
Spread quartiles(std::vector<double> values);

/// Mean with its 95 % bootstrap interval, the one that `sextant results` prints; no interval for a single value.
Spread mean_interval(const std::vector<double>& values);

}  // namespace sextant::report
