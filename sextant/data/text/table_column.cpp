// One column of tab- or comma-separated values.
#include <charconv>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/core/options.h"
#include "sextant/data/text/line_stream.h"
#include "sextant/data/text/text_source.h"

namespace sextant::data {
namespace {

class ColumnSource final : public TextSource {
 public:
  ColumnSource(const std::string& path, const TableColumn& wanted)
      : lines_(path, wanted.longest), row_(wanted.separator, wanted.separator == ',') {
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
    require(column_ < row_.fields().size(), "{}: {} columns, but column {} was requested (0-based)", place(),
            row_.fields().size(), column_);
    text = row_.fields()[column_];
    return true;
  }
  BytesRead progress() const override { return lines_.progress(); }
  std::string place() const override { return lines_.place(); }

 private:
  std::size_t find_column(const std::string& path, const std::string& name) const {
    std::vector<std::string> names;
    for (const std::string_view field : row_.fields()) names.emplace_back(field);
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
    const std::string first_place = line.find('"') == std::string_view::npos ? "" : lines_.place();
    std::size_t bytes = line.size();
    std::string_view line_end;
    for (bool whole = row_.start(line); !whole; whole = row_.go_on(line_end, line)) {
      line_end = lines_.line_end();
      require(lines_.next(line), "{}: unterminated quote", first_place);
      bytes += line.size();
      require(bytes <= lines_.longest(), "{}: a row of more than {}; is a quote not closed?", first_place,
              memory_text(lines_.longest()));
    }
    return true;
  }

  LineStream lines_;
  CsvRow row_;  // at hand
  std::size_t column_ = 0;
};

}  // namespace

std::unique_ptr<TextSource> open_table_column(const std::string& path, const TableColumn& wanted) {
  return std::make_unique<ColumnSource>(path, wanted);
}

}  // namespace sextant::data
