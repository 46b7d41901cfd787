// Bootstrap of any statistic of several samples at once, each resampled on its own (Efron & Tibshirani 1993, chapter
// 8).
#pragma once

#include <functional>

#include "sextant/math/statistics/bootstrap.h"

namespace sextant::math {

/// For each sample the places of its members that were drawn, as many as it has.
using DrawnPlaces = std::vector<std::vector<std::size_t>>;

/// The middle `confidence` (percentiles) of `statistic` over resamples of samples of these sizes. Draws for which the
/// statistic is not a number are left out; nothing where that is more than half of them, or where no sample has two
/// members.
std::optional<Interval> bootstrap_groups(std::span<const std::size_t> sizes,
                                         const std::function<double(const DrawnPlaces&)>& statistic,
                                         const BootstrapOptions& options = {});

}  // namespace sextant::math
