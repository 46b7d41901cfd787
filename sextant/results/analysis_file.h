// What `sextant analyse` found out about a run, beside it: {"sentence": ..., "analyses": {NAME: {NUMBER: value}}}.
#pragma once

namespace sextant::results {

inline constexpr const char* analysis_file = "analysis.json";

}  // namespace sextant::results
