// The known name that a mistyped one was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sextant::core {

/// Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`, ignoring case.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of `known`, or "" where nothing is near enough to be worth saying.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

}  // namespace sextant::core
