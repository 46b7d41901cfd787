// Conditions on runs as people type them: "model.depth>=3 and status==done".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::results {

struct Condition {
  std::string column;
  std::string relation;  // ==, !=, <, <=, >, >=
  Tree value;            // a number, a text, or null for `unset`
};

/// KEY RELATION VALUE, joined by `and`. A value is a number, true, false, unset, a word or a text in quotes; "=" is
/// read as "==". The order relations want a number.
std::vector<Condition> parse_conditions(std::string_view text);

}  // namespace sextant::results
