// JSON from files that may be torn, foreign or far too large.
#pragma once

#include <string>

#include "sextant/core/tree.h"

namespace sextant::results {

/// The file as a tree; an Error that says where it stops being JSON.
Tree read_json_file(const std::string& path);

}  // namespace sextant::results
