// The document that the page draws (docs/page_data.md), made from result files.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::report {

/// What the page of these paths opens with, without the page: title, sentence, numbers (docs/page_data.md).
Tree make_headlines(const std::vector<std::string>& paths);

/// An Error where a path holds nothing to show. `live`: the page listens for changes.
Tree make_document(const std::vector<std::string>& paths, bool live);

}  // namespace sextant::report
