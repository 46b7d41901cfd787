// Quantiles of a sample.
#pragma once

#include <cmath>
#include <vector>

namespace sextant::math {

/// Of sorted values, at least one; linear between the two nearest, as NumPy does by default.
inline double quantile(const std::vector<double>& sorted, double probability) {
  const double place = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - static_cast<double>(below));
}

}  // namespace sextant::math
