#include "sextant/core/csv.h"

#include "sextant/core/error.h"

namespace sextant::core {

bool CsvRow::start(std::string_view line) {
  fields_.clear();
  if (quotes_ && line.find('"') != std::string_view::npos) {
    row_.clear();
    ends_.clear();
    open_ = false;
    return add_quoted(line);
  }
  for (;;) {
    const auto end = line.find(separator_);
    fields_.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return true;
    line.remove_prefix(end + 1);
  }
}

bool CsvRow::go_on(std::string_view line_end, std::string_view line) {
  row_ += line_end;
  return add_quoted(line);
}

/// Puts the fields together in row_; a quote opens only where a field begins.
bool CsvRow::add_quoted(std::string_view line) {
  bool begins = !open_;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (open_ && letter == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      row_ += '"';
      ++i;
    } else if (open_ && letter == '"') {
      open_ = false;
    } else if (!open_ && begins && letter == '"') {
      open_ = true;
    } else if (!open_ && letter == separator_) {
      ends_.push_back(row_.size());
      begins = true;
      continue;
    } else {
      row_ += letter;
    }
    begins = false;
  }
  if (open_) return false;
  ends_.push_back(row_.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    fields_.push_back(std::string_view(row_).substr(begin, end - begin));
    begin = end;
  }
  return true;
}

CsvReader::CsvReader(std::string_view text, std::string name, char separator, bool quotes)
    : rest_(text), name_(std::move(name)), row_(separator, quotes) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // as spreadsheets write it
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

bool CsvReader::next_line(std::string_view& line) {
  if (rest_.empty()) return false;
  const auto end = rest_.find('\n');
  line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  line_end_ = line.ends_with('\r') ? "\r\n" : "\n";
  line.remove_suffix(line_end_.size() - 1);
  ++lines_;
  return true;
}

bool CsvReader::next() {
  std::string_view line;
  do {
    if (!next_line(line)) return false;
  } while (line.find_first_not_of(" \t") == std::string_view::npos);
  first_line_ = lines_;
  std::string_view line_end;
  for (bool whole = row_.start(line); !whole; whole = row_.go_on(line_end, line)) {
    line_end = line_end_;
    require(next_line(line), "{}, line {}: unterminated quote", name_, first_line_);
  }
  return true;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"') result += '"';
    result += letter;
  }
  return result + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const auto& field : fields) {
    if (&field != &fields.front()) line += ',';
    line += csv_field(field);
  }
  return line + '\n';
}

}  // namespace sextant::core
