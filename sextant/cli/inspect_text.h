// What `sextant inspect` says: the tensors of a file, its tables of positions, and what every layer of its model knows.
#pragma once

#include <string>

#include "sextant/lab/foreign/inspect.h"

namespace sextant::cli {

std::string describe_inspection(const InspectResult& result, const std::string& file);

}  // namespace sextant::cli
