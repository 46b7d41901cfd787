#include "sextant/results/results_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/printable.h"

namespace sextant::results {

// Two passes: widths, then lines.
namespace {

bool is_figure(const std::string& cell) {
  return cell.find_first_not_of("0123456789.-+einfa[], <") == std::string::npos;
}

std::vector<std::string> escaped(std::vector<std::string> cells) {
  for (auto& cell : cells) cell = printable_line(cell);
  return cells;
}

}  // namespace

TextTable::TextTable(std::vector<std::string> columns) : columns_(escaped(std::move(columns))) {}

void TextTable::add(std::vector<std::string> row) { rows_.push_back(escaped(std::move(row))); }

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  std::vector<bool> figures;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(columns_[i].size());
    for (const auto& row : rows_) widths[i] = std::max(widths[i], row[i].size());
    figures.push_back(std::ranges::all_of(rows_, [&](const auto& row) { return is_figure(row[i]); }));
  }
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
      line +=
          "  " + (figures[i] ? fmt::format("{:>{}}", cells[i], widths[i]) : fmt::format("{:<{}}", cells[i], widths[i]));
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  add_line(columns_);
  for (const auto& row : rows_) add_line(row);
  return text;
}

std::string short_number(double number) { return std::isnan(number) ? "-" : fmt::format("{:.4g}", number); }

std::string interval_text(const std::optional<Interval>& interval) {
  return interval ? fmt::format("[{}, {}]", short_number(interval->low), short_number(interval->high)) : "-";
}

std::string setting_text(const Tree& value) {
  if (value.is_null()) return "-";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// The table as text for other programs.
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
