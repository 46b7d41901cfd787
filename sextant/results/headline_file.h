// What an experiment found, beside its runs: written by lab/experiment, read by the page (docs/page_data.md).
#pragma once

namespace sextant::results {

inline constexpr const char* headline_file = "headline.json";

}  // namespace sextant::results
