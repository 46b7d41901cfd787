#include "sextant/stress/grid_structure.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/math/linear/decompositions.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/stress/table_structure.h"

namespace sextant::stress {
namespace {

struct Mean {
  double sum = 0;
  Index count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  double value() const { return count > 0 ? sum / static_cast<double>(count) : NAN; }
};

// R^2 of least squares with a constant, each token predicted from the others: residual / (1 - leverage).
double left_out_r2(const Table& basis, std::span<const double> wanted) {
  const Index n = basis.rows;
  double mean = 0;
  for (const double value : wanted) mean += value / static_cast<double>(n);
  std::vector<double> loadings(static_cast<std::size_t>(basis.columns));
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < basis.columns; ++k)
      loadings[static_cast<std::size_t>(k)] += basis(i, k) * wanted[static_cast<std::size_t>(i)];
  double error = 0, scatter = 0;
  for (Index i = 0; i < n; ++i) {
    double residual = wanted[static_cast<std::size_t>(i)], leverage = 0;
    scatter += (residual - mean) * (residual - mean);
    for (Index k = 0; k < basis.columns; ++k) {
      residual -= basis(i, k) * loadings[static_cast<std::size_t>(k)];
      leverage += basis(i, k) * basis(i, k);
    }
    residual /= std::max(1 - leverage, 1e-12);
    error += residual * residual;
  }
  return 1 - error / scatter;
}

void measure_reading(const Table& table, Index columns, GridStructure& structure) {
  const Index directions = std::min<Index>({8, table.columns, table.rows / 4});
  const Projection projection = principal_components(table, directions);
  Table design(table.rows, directions + 1);
  std::vector<double> row, column;
  for (Index i = 0; i < table.rows; ++i) {
    design(i, 0) = 1;
    for (Index k = 0; k < directions; ++k) design(i, k + 1) = projection.points(i, k);
    row.push_back(static_cast<double>(i / columns));
    column.push_back(static_cast<double>(i % columns));
  }
  const Table basis = orthonormal_columns(design);
  structure.row_r2 = left_out_r2(basis, row);
  structure.column_r2 = left_out_r2(basis, column);
}

}  // namespace

GridStructure measure_grid(const Table& table, Index rows, Index columns) {
  require(rows >= 2 && columns >= 2 && rows * columns == table.rows,
          "a grid of {} x {} has {} tokens, but the table has {} rows", rows, columns, rows * columns, table.rows);
  const Table cosines = cosine_similarities(around_mean(table));
  Mean same_row, same_column, neither, neighbours;
  for (Index s = 0; s < table.rows; ++s)
    for (Index t = 0; t < s; ++t) {
      const Index down = s / columns - t / columns, across = std::abs(s % columns - t % columns);
      (down == 0 ? same_row : across == 0 ? same_column : neither).add(cosines(s, t));
      if (down + across == 1) neighbours.add(cosines(s, t));
    }
  GridStructure structure{same_row.value(), same_column.value(), neither.value(), neighbours.value()};
  measure_reading(table, columns, structure);
  return structure;
}

}  // namespace sextant::stress
