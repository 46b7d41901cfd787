#include "sextant/data/series/text_cells.h"

#include <charconv>

namespace sextant::data {
namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::vector<std::string> split_at_blanks(std::string_view line) {
  std::vector<std::string> cells;
  for (;;) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return cells;
    const auto end = line.find_first_of(" \t\r", first);
    cells.emplace_back(line.substr(first, end - first));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end);
  }
}

}  // namespace

char find_delimiter(std::string_view line) {
  for (const char delimiter : {'\t', ';', ','}) {
    bool quoted = false;
    for (const char letter : line) {
      if (letter == '"') quoted = !quoted;
      if (letter == delimiter && !quoted) return delimiter;
    }
  }
  return ' ';
}

std::vector<std::string> split_cells(std::string_view line, char delimiter) {
  if (delimiter == ' ') return split_at_blanks(line);
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false, was_quoted = false;
  const auto end_cell = [&] {
    cells.push_back(was_quoted ? cell : trimmed(cell));
    cell.clear();
    was_quoted = false;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        cell.push_back(line[i++]);  // "" is a quote
      else if (quoted = !quoted; quoted && trimmed(cell).empty())
        cell.clear(), was_quoted = true;
    } else if (line[i] == delimiter && !quoted) {
      end_cell();
    } else if (!was_quoted || quoted) {
      cell.push_back(line[i]);
    }
  }
  end_cell();
  return cells;
}

bool parse_cell(std::string_view cell, double& number) {
  if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  return error == std::errc() && end == cell.data() + cell.size() && !cell.empty();
}

bool is_beyond_double(std::string_view cell) {
  double ignored = 0;
  if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), ignored);
  return error == std::errc::result_out_of_range && end == cell.data() + cell.size();
}

}  // namespace sextant::data
