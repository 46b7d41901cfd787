#include "sextant/math/statistics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::math {

// BCa: with z0 the normal quantile of the share of resampled means below the mean, a = sum u^3 / (6 (sum u^2)^1.5) from
// the deviations u, and z the quantile of alpha, the end of the interval is the quantile
// Phi(z0 + (z0 + z) / (1 - a (z0 + z))) of the resampled means.
namespace {

double plain_mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The share of `means` below the mean of `values`, ties counted half. A resample that is a mere permutation has the
/// same mean but for rounding, and must count as a tie.
double share_below(std::span<const double> values, const std::vector<double>& means) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  const double rounding = largest * static_cast<double>(values.size()) * std::numeric_limits<double>::epsilon();
  const double middle = plain_mean(values);
  double count = 0;
  for (const double one : means) {
    if (one < middle - rounding)
      count += 1;
    else if (one <= middle + rounding)
      count += 0.5;
  }
  return count / static_cast<double>(means.size());
}

double acceleration(std::span<const double> values) {
  const double middle = mean(values);
  double squares = 0, cubes = 0;
  for (const double value : values) {
    const double u = value - middle;
    squares += u * u;
    cubes += u * u * u;
  }
  return cubes / (6 * std::pow(squares, 1.5));
}

double shifted(double probability, double z0, double a) {
  const double z = z0 + normal_quantile(probability);
  return normal_probability(z0 + z / (1 - a * z));
}

}  // namespace

std::vector<double> resample_means(std::span<const double> values, Index resamples, std::uint64_t seed) {
  const Random random(seed, Stream::analysis);
  const std::uint64_t n = values.size();
  std::vector<double> means(static_cast<std::size_t>(resamples));
  std::array<std::uint32_t, 4> words{};
  std::uint64_t drawn = 0;
  for (double& one : means) {
    double sum = 0;
    for (std::uint64_t i = 0; i < n; ++i, ++drawn) {
      if (drawn % 4 == 0) words = random.words(static_cast<std::uint32_t>(drawn / 4));
      sum += values[static_cast<std::size_t>((words[drawn % 4] * n) >> 32)];
    }
    one = sum / static_cast<double>(n);
  }
  return means;
}

std::optional<Interval> bootstrap_mean(std::span<const double> values, const BootstrapOptions& options) {
  require(options.confidence > 0 && options.confidence < 1, "bootstrap: expected a confidence between 0 and 1, not {}",
          options.confidence);
  require(options.resamples > 0, "bootstrap: expected 1 or more resamples, not {}", options.resamples);
  if (values.size() < 2) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(values);
  if (least == most) return Interval{least, least};
  auto means = resample_means(values, options.resamples, options.seed);
  std::ranges::sort(means);
  double low = (1 - options.confidence) / 2, high = 1 - low;
  const double below = share_below(values, means);
  // Where every resampled mean lies on one side, the bias has no finite estimate: the plain percentiles remain.
  if (options.kind == BootstrapOptions::Kind::bca && below > 0 && below < 1) {
    const double z0 = normal_quantile(below), a = acceleration(values);
    low = shifted(low, z0, a);
    high = shifted(high, z0, a);
  }
  return Interval{quantile(means, low), quantile(means, high)};
}

// One stream of random words for all draws, so the interval is a function of the statistic, the sizes and the seed.

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
    look_for_stop();
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
