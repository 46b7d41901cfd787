// How a sample is spread: counts in equal bins from its smallest to its largest value.
#pragma once

#include <span>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

struct Histogram {
  double low = 0;
  double high = 0;
  std::vector<Index> counts;  // empty where there is no spread: fewer than two different finite values
};

/// What is not finite is left out.
Histogram make_histogram(std::span<const double> values, Index bins);

}  // namespace sextant::math
