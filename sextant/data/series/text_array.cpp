// CSV, TSV and plain columns of numbers as one array. A first line that is not all numbers is a header; a first column
// that holds no number in any line names the rows.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/data/series/array_files.h"
#include "sextant/data/series/text_cells.h"
#include "sextant/data/text/line_stream.h"

namespace sextant::data {
namespace {

using Cells = std::vector<std::string>;

/// Also one that no double holds: its row is not a header, which would be lost, and is refused.
bool is_number(const std::string& cell) {
  double ignored = 0;
  return parse_cell(cell, ignored) || is_beyond_double(cell);
}

bool all_numbers(const Cells& cells) {
  for (const auto& cell : cells)
    if (!is_number(cell)) return false;
  return true;
}

/// A file may be gzip, and hold more than it seems. A growing vector is held twice while it is copied.
std::size_t find_most_values(std::uint64_t bytes_on_disk) {
  constexpr std::uint64_t always = 1'000'000'000, most_by_packing = 200;
  return std::min(std::max(always, most_by_packing * bytes_on_disk), available_memory() / 3) / sizeof(double);
}

class TextReader {
 public:
  explicit TextReader(const std::string& path)
      : path_(path), lines_(path), most_values_(find_most_values(lines_.progress().total)) {}

  ArrayFile read() {
    for (std::string_view line; lines_.next(line);) {
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      if (first_) delimiter_ = find_delimiter(line);
      take(split_cells(line, delimiter_));
    }
    require(rows_ > 0, "{}: no numeric rows found", path_);
    auto arrays = std::make_unique<LoadedArrays>(path_);
    arrays->put({"table", "text", {rows_, columns_}}, std::move(values_));
    return {std::move(arrays), {}, columns_of_header(), std::move(row_names_)};
  }

 private:
  void take(Cells cells) {
    if (first_) {
      first_ = false;
      if (is_header(cells)) return void(header_ = std::move(cells));
    }
    if (rows_ == 0) named_rows_ = cells.size() > 1 && (has_index() || !is_number(cells.front()));
    add_row(cells);
  }

  /// A lone word followed by numbers names a row; anything else that is not all numbers is a header. So is an empty
  /// cell above the names of rows.
  static bool is_header(const Cells& cells) {
    if (all_numbers(cells)) return false;
    return cells.size() == 1 || cells.front().empty() || !all_numbers({cells.begin() + 1, cells.end()});
  }

  /// As pandas writes the numbers of rows.
  bool has_index() const { return header_.size() > 1 && header_.front().empty(); }

  void add_row(const Cells& cells) {
    const std::size_t skipped = named_rows_ ? 1 : 0;
    const auto width = static_cast<Index>(cells.size() - skipped);
    if (rows_ == 0) columns_ = width;
    require(width == columns_, "{}: {} numbers, expected {} as in the previous lines", lines_.place(), width, columns_);
    for (std::size_t i = skipped; i < cells.size(); ++i) {
      double number = 0;
      require(parse_cell(cells[i], number), "{}, column {}: '{}' is not a number", lines_.place(), i + 1, cells[i]);
      values_.push_back(number);
    }
    require(values_.size() <= most_values_, "{}: more numbers than memory has room for", lines_.place());
    if (named_rows_) row_names_.push_back(cells.front());
    ++rows_;
  }

  /// One name for each column, with or without one above the names of rows; anything else names nothing.
  Cells columns_of_header() const {
    const auto names = static_cast<Index>(header_.size());
    if (names == columns_) return header_;
    if (named_rows_ && names == columns_ + 1) return {header_.begin() + 1, header_.end()};
    require(header_.empty(), "{}: the header has {} names for {} columns of numbers", path_, names, columns_);
    return {};
  }

  std::string path_;
  LineStream lines_;
  char delimiter_ = ',';
  bool first_ = true, named_rows_ = false;
  Cells header_, row_names_;
  Index rows_ = 0, columns_ = 0;
  std::vector<double> values_;
  std::size_t most_values_;
};

}  // namespace

ArrayFile read_text_array(const std::string& path) { return TextReader(path).read(); }

}  // namespace sextant::data
