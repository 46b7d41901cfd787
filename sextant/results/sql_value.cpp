// Values by their type; names in double quotes.
#include "sextant/results/sql_value.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace sextant::results {

std::string quoted_name(const std::string& name) {
  std::string result = "\"";
  for (const char letter : name) {
    if (letter == '"') result += '"';
    result += letter;
  }
  return result + '"';
}

void bind_value(SQLite::Statement& statement, int place, const Tree& value) {
  if (value.is_null())
    statement.bind(place);
  else if (value.is_boolean())
    statement.bind(place, value.get<bool>() ? 1 : 0);
  else if (value.is_number_integer())
    statement.bind(place, value.get<std::int64_t>());
  else if (value.is_number())
    statement.bind(place, value.get<double>());
  else if (value.is_string())
    statement.bind(place, value.get<std::string>());
  else
    statement.bind(place, value.dump());
}

std::vector<std::pair<std::string, Tree>> read_row(SQLite::Statement& statement) {
  std::vector<std::pair<std::string, Tree>> row;
  for (int i = 0; i < statement.getColumnCount(); ++i)
    row.emplace_back(statement.getColumnName(i), read_value(statement.getColumn(i)));
  return row;
}

Tree read_value(const SQLite::Column& column) {
  if (column.isNull()) return nullptr;
  if (column.isInteger()) return column.getInt64();
  if (column.isFloat()) return column.getDouble();
  return column.getString();
}

}  // namespace sextant::results
