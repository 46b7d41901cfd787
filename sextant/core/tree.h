// A parsed configuration: an ordered tree of sections and values. options.h only names it; sources that
// look into a tree include this, because the library behind it is slow to compile.
#pragma once

#include <nlohmann/json.hpp>

#include "sextant/core/namespaces.h"

namespace sextant::core {

using Tree = nlohmann::ordered_json;

}  // namespace sextant::core
