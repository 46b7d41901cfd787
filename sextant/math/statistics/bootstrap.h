// Bootstrap intervals of a mean (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapters 13 and 14).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

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

}  // namespace sextant::math
