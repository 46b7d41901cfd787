// Principal components, principal coordinates and Procrustes: what they must leave alone and what they must undo.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/principal_components.h"

namespace sextant::test {
namespace {

Table random_table(Index rows, Index columns, std::uint64_t seed) {
  Table table(rows, columns);
  std::uint64_t state = seed * 2654435761U + 1;
  for (double& value : table.values) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    value = static_cast<double>(state >> 33) / 2147483648.0 - 1;
  }
  return table;
}

double distance(const Table& points, Index a, Index b) {
  double sum = 0;
  for (Index k = 0; k < points.columns; ++k) sum += std::pow(points(a, k) - points(b, k), 2);
  return std::sqrt(sum);
}

void expect_same_distances(const Table& expected, const Table& given) {
  for (Index i = 0; i < expected.rows; ++i)
    for (Index j = 0; j < i; ++j) EXPECT_NEAR(distance(expected, i, j), distance(given, i, j), 1e-9) << i << " " << j;
}

/// Points of a plane laid into `width` dimensions by an isometry.
Table embed(const Table& plane, Index width) {
  Table embedded(plane.rows, width);
  const double turn = 0.7;
  for (Index i = 0; i < plane.rows; ++i) {
    embedded(i, 0) = std::cos(turn) * plane(i, 0) - std::sin(turn) * plane(i, 1) + 3;
    embedded(i, width - 1) = std::sin(turn) * plane(i, 0) + std::cos(turn) * plane(i, 1) - 5;
  }
  return embedded;
}

TEST(PrincipalComponents, FindThePlaneThatPointsLieIn) {
  const Table plane = random_table(9, 2, 1);
  for (const Index width : {2, 5, 40}) {  // fewer dimensions than points, and more
    const Projection projection = principal_components(embed(plane, width), 2);
    expect_same_distances(plane, projection.points);
    EXPECT_NEAR(projection.share[0] + projection.share[1], 1, 1e-12);
    EXPECT_GE(projection.share[0], projection.share[1]);
  }
}

TEST(PrincipalComponents, OfOnePointAreZero) {
  const Projection projection = principal_components(random_table(1, 3, 2), 2);
  for (const double value : projection.points.values) EXPECT_EQ(value, 0);
  EXPECT_EQ(projection.share[0], 0);
}

TEST(PrincipalCoordinates, GiveBackTheDistances) {
  const Table plane = random_table(7, 2, 3);
  Table distances(7, 7);
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 7; ++j) distances(i, j) = distance(plane, i, j);
  expect_same_distances(plane, principal_coordinates(distances, 2).points);
}

TEST(Procrustes, UndoesATurnAndAReflectionButNoGrowth) {
  const Table target = principal_components(random_table(8, 2, 4), 2).points;
  Table turned(8, 2);
  for (Index i = 0; i < 8; ++i) {
    turned(i, 0) = 0.6 * target(i, 0) + 0.8 * target(i, 1);
    turned(i, 1) = 0.8 * target(i, 0) - 0.6 * target(i, 1);
  }
  const Table back = turn_onto(turned, target);
  for (std::size_t i = 0; i < back.values.size(); ++i) EXPECT_NEAR(back.values[i], target.values[i], 1e-12);

  Table grown = turned;
  for (double& value : grown.values) value *= 2;
  const Table large = turn_onto(grown, target);
  for (std::size_t i = 0; i < large.values.size(); ++i) EXPECT_NEAR(large.values[i], 2 * target.values[i], 1e-12);
}

}  // namespace
}  // namespace sextant::test
