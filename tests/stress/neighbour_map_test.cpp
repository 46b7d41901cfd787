// The map from neighbourhoods on grids that are known, with noise and short-cuts; the assignment against all orders.
#include "sextant/stress/neighbour_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/core/random.h"
#include "sextant/math/graph/assignment.h"
#include "sextant/math/linear/alignment.h"

namespace sextant::test {
namespace {

/// Cells of a grid around their middle: (side * side, 2).
Table make_grid(Index side) {
  Table cells(side * side, 2);
  const double middle = static_cast<double>(side - 1) / 2;
  for (Index i = 0; i < cells.rows; ++i) {
    cells(i, 0) = static_cast<double>(i / side) - middle;
    cells(i, 1) = static_cast<double>(i % side) - middle;
  }
  return cells;
}

/// exp(-d^2 / 4) of the true distances, plus noise that knows nothing of the grid.
Table make_similarity(const Table& cells, double noise) {
  Table similarity(cells.rows, cells.rows);
  const Random random(5, Stream::analysis);
  std::uint64_t used = 0;
  for (Index s = 0; s < cells.rows; ++s)
    for (Index t = 0; t <= s; ++t) {
      const double x = cells(s, 0) - cells(t, 0), y = cells(s, 1) - cells(t, 1);
      similarity(s, t) = similarity(t, s) = std::exp(-(x * x + y * y) / 4) + noise * random.normal(used++);
    }
  return similarity;
}

double r2_of(const Table& points, const Table& truth) {
  const Table turned = math::turn_onto(points, truth);
  double product = 0, own = 0, size = 0;
  for (std::size_t i = 0; i < truth.values.size(); ++i) {
    product += turned.values[i] * truth.values[i];
    own += turned.values[i] * turned.values[i];
    size += truth.values[i] * truth.values[i];
  }
  return product * product / (own * size);
}

TEST(NeighbourMap, DrawsAGrid) {
  for (const Index side : {6, 8, 12}) {
    const Table cells = make_grid(side);
    EXPECT_GT(r2_of(draw_neighbour_map(make_similarity(cells, 0), 5).points, cells), 0.98) << side;
    EXPECT_GT(r2_of(draw_neighbour_map(make_similarity(cells, 0.05), 5).points, cells), 0.95) << side;
  }
}

TEST(NeighbourMap, DropsAShortCut) {
  const Table cells = make_grid(8);
  Table similarity = make_similarity(cells, 0);
  similarity(0, 63) = similarity(63, 0) = 2;  // opposite corners
  similarity(7, 56) = similarity(56, 7) = 2;
  EXPECT_GT(r2_of(draw_neighbour_map(similarity, 5).points, cells), 0.95);
}

TEST(NeighbourMap, JoinsPartsThatNothingJoins) {
  Table similarity(8, 8);
  for (Index s = 0; s < 8; ++s)
    for (Index t = 0; t < 8; ++t) similarity(s, t) = s == t ? 1 : s / 4 == t / 4 ? 0.9 : 0.1;
  similarity(3, 4) = similarity(4, 3) = 0.2;
  const NeighbourMap map = draw_neighbour_map(similarity, 3);
  for (const double value : map.points.values) EXPECT_TRUE(std::isfinite(value));
}

TEST(NeighbourMap, ListsTheNearestFirst) {
  Table similarity(4, 4);
  similarity.values = {1, 0.2, 0.9, 0.2, 0.2, 1, 0.3, 0.4, 0.9, 0.3, 1, 0.1, 0.2, 0.4, 0.1, 1};
  EXPECT_EQ(nearest_tokens(similarity, 3)[0], (std::vector<Index>{2, 1, 3}));
  EXPECT_EQ(nearest_tokens(similarity, 2)[3], (std::vector<Index>{1, 0}));
}

TEST(Assignment, CostsAsLittleAsTheBestOrder) {
  for (std::uint64_t draw = 0; draw < 20; ++draw) {
    Table costs(6, 6);
    const Random random(draw, Stream::analysis);
    for (std::size_t i = 0; i < 36; ++i) costs.values[i] = random.normal(i);
    const auto cost_of = [&](const std::vector<Index>& columns) {
      double sum = 0;
      for (Index i = 0; i < 6; ++i) sum += costs(i, columns[static_cast<std::size_t>(i)]);
      return sum;
    };
    std::vector<Index> order(6);
    std::iota(order.begin(), order.end(), Index{0});
    double best = 1e300;
    do best = std::min(best, cost_of(order));
    while (std::next_permutation(order.begin(), order.end()));
    std::vector<Index> found = math::assign(costs);
    EXPECT_NEAR(cost_of(found), best, 1e-12);
    std::ranges::sort(found);
    for (Index i = 0; i < 6; ++i) EXPECT_EQ(found[static_cast<std::size_t>(i)], i);
  }
}

}  // namespace
}  // namespace sextant::test
