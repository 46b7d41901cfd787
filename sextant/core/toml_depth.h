// How deeply a TOML text is nested, before a parser descends into it by recursion.
#pragma once

#include <optional>
#include <string_view>

#include "sextant/core/index.h"

namespace sextant::core {

inline constexpr Index deepest_section = 64;  // parts of a key, lists in lists; a configuration has three

/// The line, from 1, where a key or value of more than `deepest_section` levels stands; none where there is none.
std::optional<Index> find_deep_toml(std::string_view text);

}  // namespace sextant::core
