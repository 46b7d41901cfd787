// Curves over training.
#pragma once

#include <string>

#include "sextant/report/panels.h"

namespace sextant::report {

// Curves over groups of runs: median and quartiles over seeds at each step that was recorded.

/// Adds to `all` a series for each group that has values in that column of metrics.csv, in rows of that split; true
/// where one of them has a band. `metric` is what the page calls it.
bool add_curves(const Grouping& grouping, const std::string& metric, const std::string& split,
                const std::string& column, Tree& all);

/// What a caption says of bands.
inline constexpr const char* about_bands = " Lines are medians over seeds, bands interquartile ranges.";

}  // namespace sextant::report
