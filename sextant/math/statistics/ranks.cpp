// Sorted by value; each run of equal values gets one rank.
#include "sextant/math/statistics/ranks.h"

#include <algorithm>
#include <numeric>

namespace sextant::math {

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    const double shared = static_cast<double>(first + 1 + end) / 2;  // the mean of first + 1 .. end
    for (std::size_t i = first; i < end; ++i) result[order[i]] = shared;
  }
  return result;
}

}  // namespace sextant::math
