// Stress of distances whose stress is known in closed form. tests/oracles/scipy has the rest.
#include "sextant/stress/stress.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sextant/math/linear/distances.h"
#include "tests/support/error_text.h"
#include "tests/support/small_tables.h"

namespace sextant::test {
namespace {

Table line(Index n) {
  Table points(n, 1);
  for (Index t = 0; t < n; ++t) points(t, 0) = static_cast<double>(t);
  return points;
}

TEST(Stress, IsZeroForEqualDistancesAndOneForZero) {
  const Table wanted = euclidean_distances(normal_table(9, 3, 3));
  EXPECT_EQ(measure_stress(wanted, wanted).raw, 0);
  EXPECT_EQ(measure_stress(wanted, wanted).best_factor, 1);
  const Stress zero = measure_stress(wanted, Table(9, 9));
  EXPECT_NEAR(zero.raw, 1, 1e-12);
  EXPECT_NEAR(zero.shape, 1, 1e-12);
  EXPECT_EQ(zero.best_factor, 0);
}

TEST(Stress, TheBestFactorRemovesTheScale) {
  const Table wanted = euclidean_distances(normal_table(9, 3, 3));
  Table given = wanted;
  for (double& value : given.values) value *= 3;
  const Stress stress = measure_stress(wanted, given);
  EXPECT_NEAR(stress.shape, 0, 1e-28);
  EXPECT_NEAR(stress.scale, 4, 1e-12);  // (beta - c)^2 = (3 - 1)^2
  EXPECT_NEAR(stress.best_factor, 1.0 / 3, 1e-14);
}

TEST(Stress, OfALineAmongEqualDistances) {
  for (const Index n : {3, 16, 64}) {
    const Stress stress = measure_stress(equal_distances(n), euclidean_distances(line(n)));
    EXPECT_NEAR(stress.shape, 1.0 / 3 - 2.0 / (3.0 * static_cast<double>(n)), 1e-12) << n;
    EXPECT_NEAR(stress.kruskal, std::sqrt(stress.shape), 1e-14);
  }
  // Three one-hots on one principal coordinate.
  const Stress three = measure_stress(equal_distances(3), euclidean_distances([] {
                                        Table points(3, 1);
                                        points(0, 0) = std::sqrt(0.5);
                                        points(2, 0) = -std::sqrt(0.5);
                                        return points;
                                      }()));
  EXPECT_NEAR(three.raw, 1.0 / 6, 1e-12);
  EXPECT_NEAR(three.best_factor, 4.0 / 3, 1e-12);
  EXPECT_NEAR(three.shape, 1.0 / 9, 1e-12);
  EXPECT_TRUE(contains(error_text([] { measure_stress(Table(3, 3), Table(3, 3)); }), "are zero"));
}

}  // namespace
}  // namespace sextant::test
