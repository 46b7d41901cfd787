// Separated values (RFC 4180): the one splitter and the one quoter of the project. A field in quotes may hold
// separators, quotes (doubled) and line breaks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::core {

/// Splits one row, line by line, for readers that have their lines from a stream.
class CsvRow {
 public:
  /// Without `quotes` a quote is a letter like any other, as tab-separated files have it.
  explicit CsvRow(char separator = ',', bool quotes = true) : separator_(separator), quotes_(quotes) {}

  /// Begins a row with a line without its end. False where a quote is still open: the row goes on with the next line.
  bool start(std::string_view line);
  /// `line_end` of the line before, which is part of the field: LF or CRLF.
  bool go_on(std::string_view line_end, std::string_view line);

  /// Of the whole row; valid until the next row, and no longer than the line it began with.
  const std::vector<std::string_view>& fields() const { return fields_; }

 private:
  bool add_quoted(std::string_view line);

  char separator_;
  bool quotes_;
  bool open_ = false;                     // inside quotes
  std::vector<std::string_view> fields_;  // into the line, or into row_
  std::string row_;                       // of a row with quotes: its fields without quotes and separators
  std::vector<std::size_t> ends_;         // of the fields in row_
};

/// Rows of a text in memory. A byte order mark and blank lines are skipped; a line ends with LF or CRLF.
class CsvReader {
 public:
  /// `name` of the file for errors. The text must outlive the reader.
  CsvReader(std::string_view text, std::string name, char separator = ',', bool quotes = true);

  /// Moves to the next row; false behind the last one. An Error where a quote is not closed.
  bool next();
  const std::vector<std::string_view>& fields() const { return row_.fields(); }
  /// Counts from 1: where the row begins.
  Index line_number() const { return first_line_; }

 private:
  bool next_line(std::string_view& line);

  std::string_view rest_;
  std::string name_;
  std::string_view line_end_;
  CsvRow row_;
  Index lines_ = 0, first_line_ = 0;
};

/// A field as a row wants it: in quotes where it holds a comma, a quote or a line break.
std::string csv_field(std::string_view text);

/// Fields to a line with its end.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace sextant::core
