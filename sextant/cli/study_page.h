// What `reproduce` and `discover` end with: the page of their directory, or the word that they were interrupted.
#pragma once

#include <string>

namespace sextant::cli {

/// report.html of a directory.
void write_study_page(const std::string& directory);

/// Says that the same command goes on; returns the exit code.
int end_interrupted();

}  // namespace sextant::cli
