// Bootstrap intervals of one sample and of groups.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

// Bootstrap intervals of a mean (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapters 13 and 14).

struct Interval {
  double low = 0;
  double high = 0;
};

struct BootstrapOptions {
  enum class Kind {
    percentile,  // quantiles of the resampled means
    bca,         // bias-corrected and accelerated: quantiles shifted by median bias and skewness
  };
  Kind kind = Kind::bca;
  double confidence = 0.95;
  Index resamples = 9999;
  std::uint64_t seed = 1;
};

/// Means of samples drawn with replacement, as many values each as there are: a function of values and seed.
std::vector<double> resample_means(std::span<const double> values, Index resamples, std::uint64_t seed);

/// Nothing for fewer than two values.
std::optional<Interval> bootstrap_mean(std::span<const double> values, const BootstrapOptions& options = {});

// Bootstrap of any statistic of several samples at once, each resampled on its own (Efron & Tibshirani 1993, chapter
// 8).

/// For each sample the places of its members that were drawn, as many as it has.
using DrawnPlaces = std::vector<std::vector<std::size_t>>;

/// The middle `confidence` (percentiles) of `statistic` over resamples of samples of these sizes. Draws for which the
/// statistic is not a number are left out; nothing where that is more than half of them, or where no sample has two
/// members.
std::optional<Interval> bootstrap_groups(std::span<const std::size_t> sizes,
                                         const std::function<double(const DrawnPlaces&)>& statistic,
                                         const BootstrapOptions& options = {});

}  // namespace sextant::math
