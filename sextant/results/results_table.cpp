// The table as text for other programs.
#include "sextant/results/results_table.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::results {
namespace {

std::string text_of_cell(const Tree& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());  // inf too, which JSON has not
  return value.dump();
}

}  // namespace

bool ResultsTable::has(const std::string& column) const { return std::ranges::find(columns, column) != columns.end(); }

std::size_t ResultsTable::find(const std::string& column) const {
  const auto found = std::ranges::find(columns, column);
  require(found != columns.end(), "the results have no column '{}'{}; `--csv --all-columns` lists all", column,
          nearest_name_hint(column, columns));
  return static_cast<std::size_t>(found - columns.begin());
}

ResultsTable ResultsTable::select(const std::vector<std::string>& names) const {
  ResultsTable result{names, {}};
  std::vector<std::size_t> places;
  for (const auto& name : names) places.push_back(find(name));
  for (const auto& row : rows) {
    auto& chosen = result.rows.emplace_back();
    for (const std::size_t place : places) chosen.push_back(row[place]);
  }
  return result;
}

Tree number_or_null(double number) { return std::isnan(number) ? Tree() : Tree(number); }

std::string write_csv(const ResultsTable& table) {
  std::string text = csv_line(table.columns);
  for (const auto& row : table.rows) {
    std::vector<std::string> fields;
    for (const auto& value : row) fields.push_back(text_of_cell(value));
    text += csv_line(fields);
  }
  return text;
}

std::string write_json(const ResultsTable& table) {
  Tree list = Tree::array();
  for (const auto& row : table.rows) {
    Tree object = Tree::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[table.columns[i]] = row[i];
    list.push_back(std::move(object));
  }
  return list.dump(1) + '\n';
}

}  // namespace sextant::results
