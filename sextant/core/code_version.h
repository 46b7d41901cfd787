// Versions of the code by what a run uses, taken by the build (cmake/write_code_version.cmake): one of the engine, one
// of every variant. All are 12 hexadecimal digits; another commit with the same digits computes the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sextant::core {

/// Of all sources that decide what any run computes: everything but the variants.
std::string engine_version();

/// Of the sources of one variant that the engine does not include; `family` is the name of its list, as "positions".
std::string variant_version(std::string_view family, std::string_view name);

/// One version out of several; their order counts.
std::string combine_versions(const std::vector<std::string>& versions);

}  // namespace sextant::core
