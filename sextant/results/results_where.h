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
  Tree value;            // in normal form (option_value.h): a number, a text, or null for `unset`
};

/// Whether a value in normal form satisfies it. Only null is equal to null, and only numbers have an order.
bool holds(const Condition& condition, const Tree& value);

/// KEY RELATION VALUE, joined by `and`. A value is a number, true, false, unset (or auto), a word or a text in quotes;
/// "=" is read as "==". The order relations want a number.
std::vector<Condition> parse_conditions(std::string_view text);

}  // namespace sextant::results
