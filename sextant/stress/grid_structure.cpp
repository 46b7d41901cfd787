#include "sextant/stress/grid_structure.h"

#include <Eigen/Dense>
#include <cmath>

#include "sextant/core/error.h"
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
double left_out_r2(const Eigen::MatrixXd& design, const Eigen::VectorXd& wanted) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(design);
  const Eigen::MatrixXd basis = qr.householderQ() * Eigen::MatrixXd::Identity(design.rows(), design.cols());
  const Eigen::VectorXd residual = wanted - basis * (basis.transpose() * wanted);
  const Eigen::VectorXd leverage = basis.rowwise().squaredNorm();
  const double scatter = (wanted.array() - wanted.mean()).square().sum();
  return 1 - (residual.array() / (1 - leverage.array()).max(1e-12)).square().sum() / scatter;
}

void measure_reading(const Table& table, Index columns, GridStructure& structure) {
  const Index directions = std::min<Index>({8, table.columns, table.rows / 4});
  const Projection projection = principal_components(table, directions);
  Eigen::MatrixXd design(table.rows, directions + 1);
  Eigen::VectorXd row(table.rows), column(table.rows);
  for (Index i = 0; i < table.rows; ++i) {
    design(i, 0) = 1;
    for (Index k = 0; k < directions; ++k) design(i, k + 1) = projection.points(i, k);
    row(i) = static_cast<double>(i / columns);
    column(i) = static_cast<double>(i % columns);
  }
  structure.row_r2 = left_out_r2(design, row);
  structure.column_r2 = left_out_r2(design, column);
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
