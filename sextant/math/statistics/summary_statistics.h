// What a sample looks like: mean, spread, quantiles, histogram.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

// Mean and spread of a sample.

double mean(std::span<const double> values);

/// With n - 1 in the denominator; not a number for fewer than two values.
double standard_deviation(std::span<const double> values);

// Quantiles of a sample.

/// Of sorted values, at least one; linear between the two nearest, as NumPy does by default.
inline double quantile(const std::vector<double>& sorted, double probability) {
  const double place = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - static_cast<double>(below));
}

// How a sample is spread: counts in equal bins from its smallest to its largest value.

struct Histogram {
  double low = 0;
  double high = 0;
  std::vector<Index> counts;  // empty where there is no spread: fewer than two different finite values
};

/// What is not finite is left out.
Histogram make_histogram(std::span<const double> values, Index bins);

}  // namespace sextant::math
