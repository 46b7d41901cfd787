// What `reproduce` and `discover` end with: the page of their directory.
#pragma once

#include <string>

namespace sextant::cli {

/// report.html of a directory; silently where stdout belongs to others.
void write_study_page(const std::string& directory, bool silently = false);

}  // namespace sextant::cli
