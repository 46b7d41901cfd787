// Results as people read them: a table per metric, and what must be said beside it.
#pragma once

#include <string>

#include "sextant/lab/sweep/sweep_results.h"

namespace sextant::cli {

/// How many runs there are and how they ended; the groups or the comparisons; and where runs of one group differ in
/// more than the seed.
std::string describe_results(const ResultsAnswer& answer, const std::string& sweep);

}  // namespace sextant::cli
