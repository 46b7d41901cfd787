// Tables for people: columns aligned, numbers to the right, four digits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/tree.h"
#include "sextant/math/statistics/bootstrap.h"

namespace sextant::results {

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

}  // namespace sextant::results
