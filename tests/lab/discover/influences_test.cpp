// Influences against known couplings: connections told, directions, and a vector autoregression that knows both.
#include "sextant/lab/discover/influences.h"

#include <gtest/gtest.h>

#include "sextant/data/series/covariance.h"
#include "sextant/data/series/simulation.h"

namespace sextant::test {
namespace {

/// 0 drives 1, 1 drives 2; rows hold what comes onto a variable.
Table chain() {
  Table couplings(3, 3);
  couplings(1, 0) = couplings(2, 1) = 0.8;
  return couplings;
}

TEST(Influences, AreJudgedByTheirOrderAndDirection) {
  const Table truth = chain();
  EXPECT_EQ(judge_edges(truth, truth), 1);
  EXPECT_EQ(judge_directions(truth, truth), 1);
  Table reverse(3, 3);
  reverse(0, 1) = reverse(1, 2) = 0.8;
  EXPECT_EQ(judge_edges(reverse, truth), 0.25);  // both stand behind two of the four others and beside none
  EXPECT_EQ(judge_directions(reverse, truth), 0);
  const Table nothing(3, 3);
  EXPECT_EQ(judge_edges(nothing, truth), 0.5);
  EXPECT_EQ(judge_directions(nothing, truth), 0.5);
  EXPECT_TRUE(std::isnan(judge_edges(truth, nothing)));
  EXPECT_TRUE(std::isnan(judge_directions(truth, nothing)));
}

TEST(Influences, OfAnAutoregressionAreTheCouplings) {
  const Table series = simulate_network(chain(), {.nonlinearity = 0, .noise = 1, .burn_in = 50, .steps = 4000});
  PreparedRows rows;  // as the task makes them with a lag of 1
  rows.hidden = 3;
  rows.train = Table(series.rows - 1, 6);
  rows.half = rows.train.rows / 2;
  for (Index t = 1; t < series.rows; ++t)
    for (Index v = 0; v < 3; ++v) {
      rows.train(t - 1, v) = series(t, v);
      rows.train(t - 1, 3 + v) = series(t - 1, v);
    }
  const Influences found =
      compare_influences({chain(), chain()}, rows, second_moments(rows.train, 0, rows.train.rows), chain());
  ASSERT_EQ(found.sources.size(), 4U);
  const auto& ridge = found.sources[1];
  EXPECT_NEAR(ridge.strength(1, 0), 0.64, 0.05);
  EXPECT_NEAR(ridge.strength(0, 1), 0, 0.01);
  EXPECT_EQ(ridge.edges, 1);
  EXPECT_EQ(ridge.direction, 1);
  EXPECT_EQ(found.sources[3].direction, 0.5) << "correlations at the same time have none";
  ASSERT_TRUE(found.added);
  EXPECT_EQ(found.added->value, 0);
  EXPECT_TRUE(influences_csv(found, {"a", "b,c", "d"})
                  .starts_with("from,onto,strength,reverse,ridge_on_lags,lagged_correlation\na,\"b,c\",0.8,0,0."));
}

}  // namespace
}  // namespace sextant::test
