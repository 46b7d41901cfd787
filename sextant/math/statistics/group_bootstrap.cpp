// One stream of random words for all draws, so the interval is a function of the statistic, the sizes and the seed.
#include "sextant/math/statistics/group_bootstrap.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/random.h"
#include "sextant/math/statistics/quantile.h"

namespace sextant::math {

std::optional<Interval> bootstrap_groups(std::span<const std::size_t> sizes,
                                         const std::function<double(const DrawnPlaces&)>& statistic,
                                         const BootstrapOptions& options) {
  if (std::ranges::none_of(sizes, [](std::size_t size) { return size > 1; })) return std::nullopt;
  const Random random(options.seed, Stream::analysis, 1);
  DrawnPlaces drawn;
  for (const std::size_t size : sizes) drawn.emplace_back(size);
  std::vector<double> values;
  std::uint64_t index = 0;
  for (Index i = 0; i < options.resamples; ++i) {
    for (auto& places : drawn)
      for (auto& place : places) place = static_cast<std::size_t>(random.below(index++, places.size()));
    const double value = statistic(drawn);
    if (!std::isnan(value)) values.push_back(value);
  }
  if (2 * static_cast<Index>(values.size()) < options.resamples) return std::nullopt;
  std::ranges::sort(values);
  const double tail = (1 - options.confidence) / 2;
  return Interval{quantile(values, tail), quantile(values, 1 - tail)};
}

}  // namespace sextant::math
