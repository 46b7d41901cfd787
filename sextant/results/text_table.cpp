// Two passes: widths, then lines.
#include "sextant/results/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sextant/core/printable.h"

namespace sextant::results {
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

}  // namespace sextant::results
