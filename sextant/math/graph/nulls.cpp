#include "sextant/math/graph/nulls.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/distances.h"

namespace sextant::math {

namespace {

constexpr std::uint64_t null_step = 8 << 20;  // of the stream `analysis`
constexpr double rounding = 1e-12;

}  // namespace

PermutationResult permutation_null(Index count, Index draws, std::uint64_t seed, Better better,
                                   const std::function<double(std::span<const std::int32_t> order)>& measure) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  PermutationResult result{.value = measure(order)};
  Index as_far = 0;
  for (Index draw = 0; draw < draws; ++draw) {
    look_for_stop();
    Random(seed, Stream::analysis, null_step, static_cast<std::uint32_t>(draw)).permutation(order);
    const double value = measure(order);
    result.shuffled += value / static_cast<double>(draws);
    as_far += better == Better::more ? value >= result.value - rounding : value <= result.value + rounding;
  }
  if (std::isfinite(result.value)) result.p = static_cast<double>(1 + as_far) / static_cast<double>(1 + draws);
  return result;
}

// Centring and shuffling can change places, so the tables are centred once.

PermutationResult distance_correlation_null(const Table& x, const Table& y, Index draws, std::uint64_t seed) {
  require(x.rows == x.columns && x.rows == y.rows && y.rows == y.columns,
          "distance correlation: expected two square matrices of the same size, given ({}, {}) and ({}, {})", x.rows,
          x.columns, y.rows, y.columns);
  const Table a = centre_symmetric(x), b = centre_symmetric(y);
  const auto square = [](const Table& one) {
    return std::inner_product(one.values.begin(), one.values.end(), one.values.begin(), 0.0);
  };
  const double sizes = std::sqrt(square(a) * square(b));
  return permutation_null(x.rows, draws, seed, Better::more, [&](std::span<const std::int32_t> order) {
    double sum = 0;
    for (Index s = 0; s < a.rows; ++s) {
      const double* left = a.view().row(s);
      const double* right = b.view().row(order[static_cast<std::size_t>(s)]);
      for (std::size_t t = 0; t < order.size(); ++t) sum += left[t] * right[order[t]];
    }
    return std::sqrt(std::max(0.0, sum) / sizes);
  });
}

}  // namespace sextant::math
