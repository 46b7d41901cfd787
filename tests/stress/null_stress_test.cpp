// Stress against random orders: what fits one order alone, what fits every order, and that no draw is better than it
// is.
#include "sextant/stress/null_stress.h"

#include <gtest/gtest.h>

#include "sextant/stress/pair_distances.h"
#include "sextant/stress/stress.h"
#include "tests/support/error_text.h"
#include "tests/support/small_tables.h"

namespace sextant::test {
namespace {

Table line_of(Index n) {
  Table points(n, 1);
  for (Index t = 0; t < n; ++t) points(t, 0) = static_cast<double>(t);
  return distances_of_vectors(points)->table();
}

TEST(NullStress, ALineFitsItsOwnOrderAlone) {
  const Table line = line_of(12);
  const OrderNull orders(line, 199, 1);
  const NullStress null = orders.measure(line);
  EXPECT_DOUBLE_EQ(null.p, 1.0 / 200);
  EXPECT_GT(null.low, 0.2);
  EXPECT_GT(null.median, null.low);
  Table twice = line;
  for (double& one : twice.values) one *= 2;  // stress-1 knows no scale
  EXPECT_NEAR(orders.measure(twice).median, null.median, 1e-12);
}

TEST(NullStress, WhatSaysNothingFitsEveryOrder) {
  const Table line = line_of(12);
  const OrderNull orders(line, 199, 1);
  const Table equal = equal_distances(12);
  const NullStress null = orders.measure(equal);
  EXPECT_EQ(null.p, 1);
  EXPECT_NEAR(null.median, measure_stress(line, equal).kruskal, 1e-12);
  EXPECT_NEAR(null.low, null.median, 1e-12);
  const NullStress zero = orders.measure(Table(12, 12));
  EXPECT_EQ(zero.median, 1);
  EXPECT_EQ(zero.p, 1);
}

TEST(NullStress, PValuesOfRandomPointsAreUniform) {
  int low = 0;
  constexpr int tables = 200;
  const Table line = line_of(10);
  const OrderNull orders(line, 39, 3);
  for (int i = 0; i < tables; ++i)
    low += orders.measure(distances_of_vectors(normal_table(10, 2, 100 + static_cast<std::uint64_t>(i)))->table()).p <=
           0.25;
  EXPECT_NEAR(static_cast<double>(low) / tables, 0.25, 0.1);  // three standard errors
}

TEST(NullStress, RefusesOtherCounts) {
  const Table line = line_of(6);
  EXPECT_TRUE(
      contains(error_text([&] { OrderNull(line, 19, 1).measure(line_of(5)); }), "5 positions given, expected 6"));
}

}  // namespace
}  // namespace sextant::test
