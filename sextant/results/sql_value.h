// Between our values and SQLite's.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sextant/core/tree.h"

namespace SQLite {
class Column;
class Statement;
}  // namespace SQLite

namespace sextant::results {

/// A name of a table or column as SQL wants it, whatever it holds: "model.depth".
std::string quoted_name(const std::string& name);

/// Booleans become 0 and 1, lists JSON text.
void bind_value(SQLite::Statement& statement, int place, const Tree& value);

/// All columns of the row that a statement stands at, by name.
std::vector<std::pair<std::string, Tree>> read_row(SQLite::Statement& statement);

/// A number, a text or null.
Tree read_value(const SQLite::Column& column);

}  // namespace sextant::results
