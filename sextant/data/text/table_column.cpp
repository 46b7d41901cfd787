// One column of tab- or comma-separated values.
#include <charconv>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/data/text/line_stream.h"
#include "sextant/data/text/text_source.h"

namespace sextant::data {
namespace {

class ColumnSource final : public TextSource {
 public:
  ColumnSource(const std::string& path, const TableColumn& wanted)
      : lines_(path), separator_(wanted.separator), quotes_(wanted.separator == ',') {
    const auto [end, error] =
        std::from_chars(wanted.column.data(), wanted.column.data() + wanted.column.size(), column_);
    const bool by_number = error == std::errc() && end == wanted.column.data() + wanted.column.size();
    require(by_number || wanted.header, "{}: column '{}' is a name, but there is no header line", path, wanted.column);
    if (!wanted.header) return;
    require(read_row(), "{}: there is no header line", path);
    if (!by_number) column_ = find_column(path, wanted.column);
  }

  bool next(std::string_view& text) override {
    if (!read_row()) return false;
    require(column_ < fields_.size(), "{}: {} columns, but column {} was requested (0-based)", place(), fields_.size(),
            column_);
    text = fields_[column_];
    return true;
  }
  BytesRead progress() const override { return lines_.progress(); }
  std::string place() const override { return lines_.place(); }

 private:
  std::size_t find_column(const std::string& path, const std::string& name) const {
    std::vector<std::string> names;
    for (const std::string_view field : fields_) names.emplace_back(field);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return i;
    fail("{}: no column '{}'{}; the header has: {}", path, name, nearest_name_hint(name, names),
         fmt::join(names, ", "));
  }

  // The next row that is not an empty line, split into fields.
  bool read_row() {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.empty());
    fields_.clear();
    if (quotes_ && line.find('"') != std::string_view::npos)
      split_quoted(line);
    else
      split(line);
    return true;
  }

  void split(std::string_view line) {
    for (;;) {
      const auto end = line.find(separator_);
      fields_.push_back(line.substr(0, end));
      if (end == std::string_view::npos) return;
      line.remove_prefix(end + 1);
    }
  }

  // A row with quotes is put together in row_, without them; it may span lines.
  void split_quoted(std::string_view line) {
    row_.clear();
    ends_.clear();
    const std::string first_place = lines_.place();
    bool quoted = false, begins = true;
    for (;;) {
      for (std::size_t i = 0; i < line.size(); ++i) {
        const char letter = line[i];
        if (quoted && letter == '"' && i + 1 < line.size() && line[i + 1] == '"') {
          row_ += '"';
          ++i;
        } else if (quoted && letter == '"') {
          quoted = false;
        } else if (!quoted && begins && letter == '"') {
          quoted = true;
        } else if (!quoted && letter == separator_) {
          ends_.push_back(row_.size());
          begins = true;
          continue;
        } else {
          row_ += letter;
        }
        begins = false;
      }
      if (!quoted) break;
      require(lines_.next(line), "{}: unterminated quote", first_place);
      row_ += '\n';
    }
    ends_.push_back(row_.size());
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      fields_.push_back(std::string_view(row_).substr(begin, end - begin));
      begin = end;
    }
  }

  LineStream lines_;
  char separator_;
  bool quotes_;
  std::size_t column_ = 0;
  std::vector<std::string_view> fields_;  // of the current row, into the line or into row_
  std::string row_;                       // without its quotes and separators
  std::vector<std::size_t> ends_;         // of the fields in row_
};

}  // namespace

std::unique_ptr<TextSource> open_table_column(const std::string& path, const TableColumn& wanted) {
  return std::make_unique<ColumnSource>(path, wanted);
}

}  // namespace sextant::data
