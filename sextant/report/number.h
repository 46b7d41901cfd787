// Numbers for the page: six digits are more than a reader sees, and what is not finite is null.
#pragma once

#include <optional>

#include "sextant/core/tree.h"

namespace sextant::report {

Tree rounded(double value);
inline Tree rounded(const std::optional<double>& value) { return value ? rounded(*value) : Tree(); }

}  // namespace sextant::report
