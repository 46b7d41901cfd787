// Results as people read them: a table per metric, and what must be said beside it.
#pragma once

#include <string>

#include "sextant/lab/sweep/sweep_results.h"
#include "sextant/results/run_record.h"

namespace sextant::cli {

/// The best settings by the first metric, with bars; over two numeric axes a diagram too.
std::string summarise_results(const ResultsAnswer& answer, const std::string& sweep);
/// The curve and the final metrics of one run.
std::string describe_run(const RunRecord& run);
/// How many runs there are and how they ended; the groups or the comparisons; and where runs of one group differ in
/// more than the seed.
std::string describe_results(const ResultsAnswer& answer, const std::string& sweep);

}  // namespace sextant::cli
