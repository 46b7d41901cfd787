// Mean and spread of a sample.
#pragma once

#include <span>

namespace sextant::math {

double mean(std::span<const double> values);

/// With n - 1 in the denominator; not a number for fewer than two values.
double standard_deviation(std::span<const double> values);

}  // namespace sextant::math
