// What the page of runs or of a sweep opens with: a title and a sentence that say what was found, three numbers, and
// what it was run on. Experiments, stress reports and inspections write theirs themselves (headline.json).
#pragma once

#include "sextant/report/panels.h"

namespace sextant::report {

/// {title, sentence, held, numbers: [{label, text, interval?}], figure, data, runs} (docs/page_data.md); `figure` is
/// left to the caller. `environment` is that of the first run.
Tree make_run_headline(const RunRecord& run, const Tree& environment);
Tree make_sweep_headline(const RunSet& set, const Grouping& grouping, const Tree& environment);

/// An accuracy as "98.4 %", any other metric with three digits.
std::string metric_text(const std::string& metric, double value);
/// "45 runs (15 settings, 3 seeds), 12 s of training in total on a Xeon with 2 cores".
std::string describe_effort(const std::vector<RunRecord>& runs, std::size_t settings, const Tree& environment);
/// "latin_square": the task that all runs share, or how many.
std::string describe_task(const std::vector<RunRecord>& runs);

}  // namespace sextant::report
