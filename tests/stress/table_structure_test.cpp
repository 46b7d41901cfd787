// Tables of positions whose structure is known: a circle, a line, a grid; and the mean decomposition of known sums.
#include "sextant/stress/table_structure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sextant/core/random.h"
#include "sextant/stress/grid_structure.h"
#include "sextant/stress/mean_decomposition.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

Table circle(Index n, Index turns, double shift) {
  Table table(n, 3);
  for (Index i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(turns * i) / static_cast<double>(n);
    table(i, 0) = std::cos(angle);
    table(i, 1) = std::sin(angle);
    table(i, 2) = shift;
  }
  return table;
}

TEST(TableStructure, KnowsACircle) {
  const TableStructure found = measure_structure(circle(24, 3, 2));
  EXPECT_NEAR(found.mean_norm, std::sqrt(5), 1e-12);
  EXPECT_NEAR(found.smallest_norm, found.largest_norm, 1e-12);
  EXPECT_NEAR(found.mean_share, 0.8, 1e-12);
  EXPECT_EQ(found.ranks.numerical, 2);
  EXPECT_NEAR(found.ranks.participation, 2, 1e-9);
  EXPECT_NEAR(found.eigenvalues[0], 12, 1e-9);
  EXPECT_NEAR(found.neighbour_cosine, std::cos(std::numbers::pi / 4), 1e-12);
  EXPECT_NEAR(found.toeplitz, 1, 1e-12);
  EXPECT_NEAR(found.directions[0].share, 0.5, 1e-9);
  EXPECT_NEAR(found.directions[0].period, 8, 1e-12);
  EXPECT_NEAR(found.directions[0].periodic, 1, 1e-9);
}

TEST(TableStructure, KnowsALine) {
  Table table(10, 2);
  for (Index i = 0; i < 10; ++i) table(i, 0) = 3 * static_cast<double>(i);
  const TableStructure found = measure_structure(table);
  EXPECT_EQ(found.ranks.numerical, 1);
  EXPECT_NEAR(found.directions[0].linear, 1, 1e-12);
  EXPECT_NEAR(found.directions[0].share, 1, 1e-12);
  EXPECT_TRUE(contains(error_text([&] { measure_structure(Table(2, 5)); }), "3 positions"));
}

TEST(GridStructure, KnowsRowsAndColumns) {
  constexpr Index rows = 6, columns = 5;
  Table table(rows * columns, rows + columns);  // one-hot row beside one-hot column
  for (Index i = 0; i < table.rows; ++i) table(i, i / columns) = table(i, rows + i % columns) = 1;
  const GridStructure found = measure_grid(table, rows, columns);
  // Around the mean a one-hot of n has products 1 - 1/n with itself and -1/n with another.
  const double size = 2 - 1.0 / rows - 1.0 / columns;
  EXPECT_NEAR(found.same_row, (1 - 1.0 / rows - 1.0 / columns) / size, 1e-12);
  EXPECT_NEAR(found.same_column, found.same_row, 1e-12);
  EXPECT_NEAR(found.neither, (-1.0 / rows - 1.0 / columns) / size, 1e-12);
  EXPECT_NEAR(found.neighbours, found.same_row, 1e-12);
  Table plane(rows * columns, 2);
  for (Index i = 0; i < plane.rows; ++i) {
    plane(i, 0) = static_cast<double>(i / columns);
    plane(i, 1) = static_cast<double>(i % columns);
  }
  EXPECT_NEAR(measure_grid(plane, rows, columns).row_r2, 1, 1e-9);
  EXPECT_NEAR(measure_grid(plane, rows, columns).column_r2, 1, 1e-9);
  EXPECT_TRUE(contains(error_text([&] { measure_grid(plane, 5, 5); }), "5 x 5"));
}

// h_ct = mu + pos_t + ctx_c + resid_ct, each part drawn and centred as its definition says.
TEST(MeanDecomposition, FindsThePartsThatWerePutIn) {
  constexpr Index samples = 7, length = 5, width = 4;
  const Random random(3, Stream::analysis);
  std::uint64_t drawn = 0;
  Table position(length, width), context(samples, width), residual(samples * length, width);
  for (Table* table : {&position, &context, &residual})
    for (double& value : table->values) value = random.normal(drawn++);
  position = around_mean(position);
  context = around_mean(context);
  for (Index j = 0; j < width; ++j) {
    const auto mean_out = [&](Index first, Index step, Index count) {
      double mean = 0;
      for (Index i = 0; i < count; ++i) mean += residual(first + i * step, j) / static_cast<double>(count);
      for (Index i = 0; i < count; ++i) residual(first + i * step, j) -= mean;
    };
    for (Index c = 0; c < samples; ++c) mean_out(c * length, 1, length);
    for (Index t = 0; t < length; ++t) mean_out(t, length, samples);
  }
  MeanDecomposition decomposition;
  double squares[3] = {0, 0, 0};
  for (Index c = 0; c < samples; ++c) {
    Table sample(length, width);
    for (Index t = 0; t < length; ++t)
      for (Index j = 0; j < width; ++j) {
        const double parts[3] = {position(t, j), context(c, j), residual(c * length + t, j)};
        sample(t, j) = 10 + parts[0] + parts[1] + parts[2];
        for (int k = 0; k < 3; ++k) squares[k] += parts[k] * parts[k];
      }
    decomposition.add(sample);
  }
  const double total = squares[0] + squares[1] + squares[2];
  const auto shares = decomposition.shares();
  EXPECT_NEAR(shares.position, squares[0] / total, 1e-10);
  EXPECT_NEAR(shares.context, squares[1] / total, 1e-10);
  EXPECT_NEAR(shares.residual, squares[2] / total, 1e-10);
  for (std::size_t i = 0; i < position.values.size(); ++i)
    EXPECT_NEAR(decomposition.positions().values[i], position.values[i], 1e-12);
}

}  // namespace
}  // namespace sextant::test
