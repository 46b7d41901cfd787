// Holm's correction for many tests at once (Scandinavian Journal of Statistics 6, 1979).
#pragma once

#include <span>
#include <vector>

namespace sextant::math {

/// The adjusted p of each: the i-th smallest of m times (m - i + 1), never below a smaller one's, never above 1.
std::vector<double> holm_adjusted(std::span<const double> p);

}  // namespace sextant::math
