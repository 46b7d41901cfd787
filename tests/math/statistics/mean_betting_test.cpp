// Evidence about the mean of a finite set from its first values: never more often wrong than promised, certain where
// the values to come cannot change it.
#include "sextant/math/statistics/mean_betting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace sextant::test {
namespace {

TEST(MeanBetting, IsCertainWhereTheRestCannotChangeTheAnswer) {
  const std::vector<double> ones(15, 1.0);
  const auto evidence = [&](std::size_t count, double limit) {
    return math::evidence_of_mean_above(std::span(ones).first(count), limit, 0, 15);
  };
  EXPECT_TRUE(std::isinf(evidence(8, 0.5)));   // 8 of 15 are more than half
  EXPECT_FALSE(std::isinf(evidence(7, 0.5)));  // 7 are not
  EXPECT_TRUE(std::isinf(evidence(14, 0.9)));
  EXPECT_FALSE(std::isinf(evidence(13, 0.9)));
  EXPECT_GT(evidence(7, 0.5), 20);  // but seven in a row would be a great chance
  EXPECT_EQ(evidence(0, 0.5), 1);
  EXPECT_EQ(math::evidence_of_mean_above(std::vector<double>(15, 0.0), 0.5, 0, 15), 1);
}

TEST(MeanBetting, IsWrongNoMoreOftenThanPromised) {
  constexpr int experiments = 4000;
  std::vector<std::vector<double>> sets;  // each with a mean that is not above the limit, at most
  sets.emplace_back(15, 1.0);
  std::fill_n(sets.back().begin(), 3, 0.0);
  sets.emplace_back(15, 0.5);
  auto& spread = sets.emplace_back();
  for (int i = 0; i < 15; ++i) spread.push_back(i / 14.0);
  auto& skewed = sets.emplace_back(15, 0.0);
  skewed[0] = 1;
  std::mt19937_64 engine(1);
  for (auto& set : sets) {
    double mean = 0;
    for (const double value : set) mean += value / 15;
    int wrong = 0;
    for (int i = 0; i < experiments; ++i) {
      std::ranges::shuffle(set, engine);
      wrong += math::evidence_of_mean_above(set, mean + 1e-9, 0, 15) >= 20;
    }
    EXPECT_LE(wrong, 0.05 * experiments) << "mean " << mean;
  }
}

}  // namespace
}  // namespace sextant::test
