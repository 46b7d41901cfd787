// What `sextant inspect` says: the tensors of a file, its tables of positions, and what every layer of its model knows.
#pragma once

#include <string>

#include "sextant/core/tree.h"
#include "sextant/lab/foreign/inspect.h"

namespace sextant::cli {

/// The chief measures with their meaning.
std::string summarise_inspection(const InspectResult& result, const std::string& file);
Tree inspection_json(const InspectResult& result, const std::string& file);
/// Everything.
std::string describe_inspection(const InspectResult& result, const std::string& file);

}  // namespace sextant::cli
