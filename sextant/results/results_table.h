// Columns with names and rows of values: what is read from a store, and what results are handed out as.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::results {

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
