// A small matrix of doubles with its meaning elsewhere: coordinates, distances, position tables.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/view.h"

namespace sextant::core {

struct Table {
  Index rows = 0;
  Index columns = 0;
  std::vector<double> values;  // row-major

  Table() = default;
  Table(Index rows_in, Index columns_in)
      : rows(rows_in), columns(columns_in), values(static_cast<std::size_t>(rows_in * columns_in), 0.0) {}

  double& operator()(Index i, Index j) { return values[static_cast<std::size_t>(i * columns + j)]; }
  double operator()(Index i, Index j) const { return values[static_cast<std::size_t>(i * columns + j)]; }
  View<double> view() { return {values.data(), rows, columns}; }
  View<const double> view() const { return {values.data(), rows, columns}; }
};

/// Reads a 2-D table: "file.npy", "file.safetensors#tensor", "file.csv" or "file.tsv" (a header line is
/// skipped). Errors name the file and, for text, the line.
Table read_table(const std::string& path);

/// The file in such a path: without "#tensor".
std::string file_of_table(const std::string& path);

}  // namespace sextant::core
