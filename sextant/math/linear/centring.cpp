#include "sextant/math/linear/centring.h"

namespace sextant::math {

Table centre_columns(Table table) {
  for (Index j = 0; j < table.columns; ++j) {
    double mean = 0;
    for (Index i = 0; i < table.rows; ++i) mean += table(i, j) / static_cast<double>(table.rows);
    for (Index i = 0; i < table.rows; ++i) table(i, j) -= mean;
  }
  return table;
}

Table centre_symmetric(Table table) {
  const Index n = table.rows;
  std::vector<double> means(static_cast<std::size_t>(n), 0.0);  // of rows, which are those of columns
  double mean = 0;
  for (Index s = 0; s < n; ++s) {
    double& row_mean = means[static_cast<std::size_t>(s)];
    for (Index t = 0; t < n; ++t) row_mean += table(s, t) / static_cast<double>(n);
    mean += row_mean / static_cast<double>(n);
  }
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < n; ++t)
      table(s, t) += mean - (means[static_cast<std::size_t>(s)] + means[static_cast<std::size_t>(t)]);
  return table;
}

}  // namespace sextant::math
