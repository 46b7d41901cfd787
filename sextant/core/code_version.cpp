// Digests of the sources, made by cmake/code_version.cmake. Alone in this file, which is compiled whenever a source
// changes.
#include "sextant/core/environment.h"
#include "sextant_analysis_version.h"
#include "sextant_code_version.h"

namespace sextant::core {

std::string code_version() { return SEXTANT_CODE_VERSION; }

std::string analysis_version() { return SEXTANT_ANALYSIS_VERSION; }

}  // namespace sextant::core
