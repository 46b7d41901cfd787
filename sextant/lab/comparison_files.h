// What a comparison of encodings leaves behind beside its sweeps: comparison.json, and for the page headline.json and
// panels (docs/page_data.md).
#pragma once

#include "sextant/lab/compare_positions.h"

namespace sextant::lab {

/// Into result.directory; sets result.file. `job` is what was trained.
void write_comparison(ComparePositionsResult& result, const std::string& job);

}  // namespace sextant::lab
