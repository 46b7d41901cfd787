// What analyses found on a run, kept beside it: RUN/findings/NAME.json, and RUN/findings/untrained/NAME.json for the
// model before its first step. A file says what it was made with, and is made again when that changes.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/experiment/analyst.h"

namespace sextant::lab {

/// What decides findings beside the run: the code, the analysis' options and the runs it was compared with.
Tree findings_origin(const Measurement& measurement, const std::vector<std::string>& references);

/// Whether the findings are there and of that origin.
bool has_findings(const std::string& run, const Measurement& measurement, const Tree& origin);

void write_findings(const std::string& run, const Measurement& measurement, const Tree& origin, Tree findings);

/// Null where there are none.
Tree read_findings(const std::string& run, const std::string& analysis, bool trained);

}  // namespace sextant::lab
