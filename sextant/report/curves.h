// Curves over groups of runs: median and quartiles over seeds at each step that was recorded.
#pragma once

#include <functional>
#include <optional>

#include "sextant/report/panels.h"

namespace sextant::report {

/// One metric of a row.
using Pick = std::function<std::optional<double>(const MetricsLine&)>;

/// Adds to `all` a series for each group that has the metric on the split; true where one of them has a band.
bool add_curves(const Grouping& grouping, const std::string& metric, const std::string& split, const Pick& pick,
                Tree& all);

/// What a caption says of bands.
inline constexpr const char* about_bands = " Lines are medians over seeds, bands interquartile ranges.";

}  // namespace sextant::report
