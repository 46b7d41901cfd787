// What `reproduce` and `discover` end with: the page of their directory.
#pragma once

#include <string>

namespace sextant::cli {

/// report.html of a directory.
void write_study_page(const std::string& directory);

}  // namespace sextant::cli
