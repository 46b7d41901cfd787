// The confidence interval of a mean by Student's t: mean +- t s / sqrt(n), n - 1 degrees of freedom. For three seeds a
// bootstrap is far too narrow.
#pragma once

#include <optional>
#include <span>

#include "sextant/math/statistics/bootstrap.h"

namespace sextant::math {

/// Nothing for fewer than two values.
std::optional<Interval> student_interval(std::span<const double> values, double confidence = 0.95);

}  // namespace sextant::math
