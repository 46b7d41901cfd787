// Welch's test of two means whose samples are independent and may spread differently (Biometrika 34, 1947).
#pragma once

#include <span>

#include "sextant/math/statistics/paired_tests.h"

namespace sextant::math {

/// t = (mean x - mean y) / sqrt(sx^2/n + sy^2/m), two-sided, with the degrees of freedom of Satterthwaite. Not a number
/// for fewer than two values on a side, or where neither side spreads.
TestResult welch_test(std::span<const double> x, std::span<const double> y);

}  // namespace sextant::math
