#include "sextant/math/graph/permutation_null.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "sextant/core/random.h"

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
    Random(seed, Stream::analysis, null_step, static_cast<std::uint32_t>(draw)).permutation(order);
    const double value = measure(order);
    result.shuffled += value / static_cast<double>(draws);
    as_far += better == Better::more ? value >= result.value - rounding : value <= result.value + rounding;
  }
  if (std::isfinite(result.value)) result.p = static_cast<double>(1 + as_far) / static_cast<double>(1 + draws);
  return result;
}

}  // namespace sextant::math
