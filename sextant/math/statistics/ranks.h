// Ranks of a sample.
#pragma once

#include <span>
#include <vector>

namespace sextant::math {

/// 1 for the smallest; equal values share the mean of the ranks they take together.
std::vector<double> ranks(std::span<const double> values);

}  // namespace sextant::math
