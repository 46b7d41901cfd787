// Numbers for people, and their spread over seeds.
#pragma once

#include <optional>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::report {

// Numbers for the page: six digits are more than a reader sees, and what is not finite is null.

Tree rounded(double value);
inline Tree rounded(const std::optional<double>& value) { return value ? rounded(*value) : Tree(); }

// The middle and the spread of a few numbers.

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
