// What analyses found on a run, kept beside it: RUN/findings/NAME.json, and RUN/findings/untrained/NAME.json for the
// model before its first step. A file says what it was made with, and is made again when that changes.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/experiment/analyst.h"

namespace sextant::lab {

/// A finished run as an analysis meets it.
struct MeasuredRun {
  std::string directory;
  std::string code;  // the version of this program that builds it again, whichever trained it
};
MeasuredRun make_measured_run(const std::string& directory);

/// What decides findings beside the weights: the code of the analysis and of all models that it looks at, the analysis'
/// options and the runs it was compared with.
Tree findings_origin(const MeasuredRun& run, const Measurement& measurement,
                     const std::vector<MeasuredRun>& references);

/// Whether the findings are there and of that origin.
bool has_findings(const std::string& run, const Measurement& measurement, const Tree& origin);

void write_findings(const std::string& run, const Measurement& measurement, const Tree& origin, Tree findings);

/// Null where there are none.
Tree read_findings(const std::string& run, const std::string& analysis, bool trained);

}  // namespace sextant::lab
