#include "sextant/math/graph/segregation.h"

#include <algorithm>
#include <limits>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

void require_modules(const Table& weights, const Partition& modules) {
  require(weights.rows == weights.columns && static_cast<Index>(modules.size()) == weights.rows,
          "segregation: {} nodes have a module, but the matrix is ({}, {})", modules.size(), weights.rows,
          weights.columns);
}

}  // namespace

double segregation(const Table& weights, const Partition& modules) {
  require_modules(weights, modules);
  double within = 0, between = 0;
  Index pairs_within = 0, pairs_between = 0;
  for (Index i = 0; i < weights.rows; ++i)
    for (Index j = 0; j < i; ++j) {
      const bool together = modules[static_cast<std::size_t>(i)] == modules[static_cast<std::size_t>(j)];
      (together ? within : between) += weights(i, j);
      ++(together ? pairs_within : pairs_between);
    }
  if (!(within > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double mean_within = within / static_cast<double>(pairs_within);
  const double mean_between = pairs_between > 0 ? between / static_cast<double>(pairs_between) : 0;
  return (mean_within - mean_between) / mean_within;
}

std::vector<double> participation(const Table& weights, const Partition& modules) {
  require_modules(weights, modules);
  std::vector<double> result, sums(static_cast<std::size_t>(count_modules(modules)));
  for (Index i = 0; i < weights.rows; ++i) {
    std::ranges::fill(sums, 0);
    double total = 0, squares = 0;
    for (Index j = 0; j < weights.rows; ++j) {
      if (i == j) continue;
      sums[static_cast<std::size_t>(modules[static_cast<std::size_t>(j)])] += weights(i, j);
      total += weights(i, j);
    }
    for (const double sum : sums) squares += sum * sum;
    result.push_back(total > 0 ? 1 - squares / (total * total) : 0);
  }
  return result;
}

}  // namespace sextant::math
