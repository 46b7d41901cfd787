// Results as tables of text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/tree.h"
#include "sextant/math/statistics/bootstrap.h"

namespace sextant::results {

// Tables for people: columns aligned, numbers to the right, four digits.

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> columns);
  /// Cells may come from any file; control characters in them are escaped.
  void add(std::vector<std::string> row);
  /// Indented by two spaces; a column whose cells are all numbers, intervals or empty stands to the right.
  std::string text() const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Four significant digits; "-" for what is not a number.
std::string short_number(double number);
/// "[low, high]", or "-".
std::string interval_text(const std::optional<Interval>& interval);
/// A setting in full, "-" where it is unset.
std::string setting_text(const Tree& value);

// Columns with names and rows of values: what is read from a store, and what results are handed out as.

struct ResultsTable {
  std::vector<std::string> columns;
  std::vector<std::vector<Tree>> rows;  // numbers, texts and nulls, one per column

  bool has(const std::string& column) const;
  /// The place of a column; an Error names the nearest where there is none.
  std::size_t find(const std::string& column) const;
  /// These columns only, in this order.
  ResultsTable select(const std::vector<std::string>& names) const;
};

/// Null for what is not a number.
Tree number_or_null(double number);

/// A line of names and a line per row (RFC 4180); null is empty, numbers keep their last digit.
std::string write_csv(const ResultsTable& table);
/// A list of objects.
std::string write_json(const ResultsTable& table);

}  // namespace sextant::results
