// What a claim can measure, against numbers made by hand; and the bounds it is held against.
#include "sextant/lab/experiment/measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sextant/lab/experiment/bound.h"
#include "sextant/math/statistics/bootstrap.h"
#include "sextant/math/statistics/significance.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

BySeed by_seed(const std::vector<double>& values) {
  BySeed result;
  for (std::size_t i = 0; i < values.size(); ++i) result[Tree(i + 1)] = values[i];
  return result;
}

TEST(Bound, ReadsWhatIsTypedAndHoldsAtItsLimit) {
  EXPECT_TRUE(parse_bound(">= 0.9").holds(0.9));
  EXPECT_FALSE(parse_bound("> 0.9").holds(0.9));
  EXPECT_TRUE(parse_bound("<=-0.9").holds(-0.9));
  EXPECT_FALSE(parse_bound("<-0.9").holds(-0.9));
  EXPECT_TRUE(parse_bound("within 0.05").holds(-0.05));
  EXPECT_FALSE(parse_bound("within 0.05").holds(-0.06));
  EXPECT_TRUE(parse_bound("== 0.5").holds(0.5));
  EXPECT_FALSE(parse_bound("== 0.5").holds(0.5000001));
  EXPECT_FALSE(parse_bound(">= 0.9").holds(NAN));
  EXPECT_FALSE(parse_bound(">= 0.9").of_p);
  EXPECT_TRUE(parse_bound("p >= 0.05").of_p);
  for (const char* text : {">= 0.9", "< 0", "within 0.05", "p >= 0.05"}) EXPECT_EQ(parse_bound(text).text(), text);
  for (const char* text : {"", "0.9", "= 1", ">= x", ">= 1 2", "p"})
    EXPECT_TRUE(contains(error_text([&] { parse_bound(text); }), "expected <, <=")) << text;
}

TEST(Measures, MeanAndExtremesOfCases) {
  const Measured mean = measure_mean(by_seed({1, 2, 6}));
  EXPECT_DOUBLE_EQ(mean.value, 3);
  ASSERT_TRUE(mean.interval);
  EXPECT_GE(mean.interval->low, 1);
  EXPECT_LE(mean.interval->high, 6);
  const std::vector<BySeed> cases{by_seed({3, 5}), by_seed({1, 2}), by_seed({9, 9})};
  EXPECT_DOUBLE_EQ(measure_extreme(cases, 1).value, 1.5);
  EXPECT_EQ(measure_extreme(cases, 1).decisive, 1U);
  EXPECT_DOUBLE_EQ(measure_extreme(cases, -1).value, 9);
  EXPECT_EQ(measure_extreme(cases, -1).decisive, 2U);
  EXPECT_TRUE(std::isnan(measure_mean({}).value));
  EXPECT_FALSE(measure_mean(by_seed({1})).interval);
}

TEST(Measures, DifferenceOfIndependentAndOfPairedSeeds) {
  const BySeed first = by_seed({10, 20, 30}), second = by_seed({9, 18, 27});
  const Measured loose = measure_difference(first, second, false);
  EXPECT_DOUBLE_EQ(loose.value, 2);
  EXPECT_LT(loose.interval->low, 0);  // seeds spread more than the two differ
  EXPECT_GT(loose.p, 0.5);
  const Measured paired = measure_difference(first, second, true);
  EXPECT_DOUBLE_EQ(paired.value, 2);
  EXPECT_GE(paired.interval->low, 1);
  EXPECT_DOUBLE_EQ(paired.p, 0.25);  // 2 of the 8 assignments of signs
  // Only seeds that both have make pairs.
  EXPECT_DOUBLE_EQ(measure_difference(first, by_seed({9}), true).value, 1);
  EXPECT_TRUE(std::isnan(measure_difference(first, {}, false).value));
}

TEST(Measures, WelchOfKnownSamples) {
  // scipy.stats.ttest_ind([1, 2, 3, 4], [2, 4, 9], equal_var=False)
  const std::vector<double> x{1, 2, 3, 4}, y{2, 4, 9};
  EXPECT_NEAR(welch_test(x, y).statistic, -1.14708, 1e-5);
  EXPECT_TRUE(std::isnan(welch_test(x, std::vector<double>{1}).p));
  EXPECT_TRUE(std::isnan(welch_test(std::vector<double>{1, 1}, std::vector<double>{1, 1}).p));
}

TEST(Measures, MannWhitneyLooksAtRanksAlone) {
  // scipy.stats.mannwhitneyu([1, 2, 3, 4], [5, 6, 9], method="exact"): U 0, p 2 / 35
  const std::vector<double> x{1, 2, 3, 4}, y{5, 6, 9}, far{5, 6, 900};
  EXPECT_EQ(mann_whitney_test(x, y).statistic, 0);
  EXPECT_DOUBLE_EQ(mann_whitney_test(x, y).p, 2.0 / 35);
  EXPECT_DOUBLE_EQ(mann_whitney_test(y, x).p, 2.0 / 35);
  EXPECT_EQ(mann_whitney_test(x, far).p, mann_whitney_test(x, y).p);
  EXPECT_GT(welch_test(x, far).p, welch_test(x, y).p);
  EXPECT_DOUBLE_EQ(mann_whitney_test(x, x).p, 1);
  EXPECT_TRUE(std::isnan(mann_whitney_test(x, {}).p));
  // 15 seeds of which one is far off, against 15 that are a little lower: the case of 2d-fixed and learn-0.2.
  std::vector<double> one_bad(15, 100.0), lower(15);
  one_bad[7] = 71.3;
  for (std::size_t i = 0; i < lower.size(); ++i) lower[i] = 91 + 0.6 * static_cast<double>(i);
  EXPECT_GT(welch_test(one_bad, lower).p, 0.05);
  EXPECT_LT(mann_whitney_test(one_bad, lower).p, 0.001);
}

TEST(Measures, AverageCorrelationLooksInsideGroups) {
  const auto cases = [](const std::vector<double>& means) {
    std::vector<BySeed> group;
    for (const double one : means) group.push_back(by_seed({one - 0.1, one, one + 0.1}));
    return group;
  };
  // Within both groups y rises with x; across them it falls, since the second group has large x and small y.
  const auto x1 = cases({1, 2, 3}), x2 = cases({11, 12, 13}), y1 = cases({101, 102, 103}), y2 = cases({1, 2, 3});
  const Measured both = measure_average_correlation({x1, x2}, {y1, y2});
  EXPECT_DOUBLE_EQ(both.value, 1);
  ASSERT_TRUE(both.interval);
  EXPECT_DOUBLE_EQ(both.interval->low, 1);
  auto x = x1, y = y1;
  x.insert(x.end(), x2.begin(), x2.end());
  y.insert(y.end(), y2.begin(), y2.end());
  EXPECT_LT(measure_correlation(x, y, false).value, 0);
  EXPECT_DOUBLE_EQ(measure_average_correlation({x1, cases({13, 12, 11})}, {y1, y2}).value, 0);
}

TEST(Measures, RanksOfThreeSeedsCannotTellAnything) {
  const Measured far = measure_difference(by_seed({10, 11, 12}), by_seed({1, 2, 3}), false);
  EXPECT_DOUBLE_EQ(far.rank_p, 0.1);
  EXPECT_LT(far.p, 0.01);
  EXPECT_DOUBLE_EQ(smallest_rank_p(3, 3), far.rank_p);
  EXPECT_DOUBLE_EQ(smallest_rank_p(4, 4), 2.0 / 70);
  EXPECT_DOUBLE_EQ(smallest_rank_p(2, 5),
                   mann_whitney_test(std::vector<double>{1, 2}, std::vector<double>{3, 4, 5, 6, 7}).p);
}

TEST(Measures, AboveIsDecidedByTheNearest) {
  const Measured above = measure_above(by_seed({9, 9.5}), {by_seed({1, 2}), by_seed({8, 8.5}), by_seed({3, 3})}, false);
  EXPECT_DOUBLE_EQ(above.value, 1);
  EXPECT_EQ(above.decisive, 1U);
}

TEST(Measures, TrendOverASettingIsARankCorrelation) {
  const std::vector<BySeed> falling{by_seed({0.99, 0.98}), by_seed({0.9, 0.8}), by_seed({0.5, 0.3})};
  const Measured trend = measure_trend(falling, {0.1, 1, 2});
  EXPECT_DOUBLE_EQ(trend.value, -1);
  EXPECT_TRUE(std::isnan(trend.p));  // of three points nothing is known
  EXPECT_DOUBLE_EQ(trend.interval->low, -1);
  EXPECT_DOUBLE_EQ(trend.interval->high, -1);  // the seeds of no two cases overlap
  const std::vector<BySeed> overlapping{by_seed({0.99, 0.1}), by_seed({0.9, 0.2}), by_seed({0.5, 0.3})};
  EXPECT_GT(measure_trend(overlapping, {0.1, 1, 2}).interval->high, -1);
}

TEST(Measures, CorrelationOverCasesAndOverRuns) {
  // Over the means of cases both rise; over runs, within each case one falls as the other rises.
  const std::vector<BySeed> x{by_seed({1, 3}), by_seed({2, 4}), by_seed({3, 5})};
  const std::vector<BySeed> y{by_seed({3, 1}), by_seed({4, 2}), by_seed({5, 3})};
  EXPECT_DOUBLE_EQ(measure_correlation(x, y, false).value, 1);
  EXPECT_LT(measure_correlation(x, y, true).value, 0);
}

TEST(GroupBootstrap, DrawsEachSampleFromItselfAndIsTheSameEveryTime) {
  const std::vector<std::size_t> sizes{2, 5};
  const auto largest = [&](const DrawnPlaces& drawn) {
    EXPECT_EQ(drawn.size(), 2U);
    EXPECT_EQ(drawn[0].size(), 2U);
    EXPECT_EQ(drawn[1].size(), 5U);
    return static_cast<double>(std::max(*std::ranges::max_element(drawn[0]) * 10, *std::ranges::max_element(drawn[1])));
  };
  const auto first = bootstrap_groups(sizes, largest), second = bootstrap_groups(sizes, largest);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->low, second->low);
  EXPECT_EQ(first->high, 10);
  EXPECT_FALSE(bootstrap_groups(std::vector<std::size_t>{1, 1}, largest));
  EXPECT_FALSE(bootstrap_groups(sizes, [](const DrawnPlaces&) { return NAN; }));
}

TEST(Measures, RanksAndDifferencesWithinGroups) {
  const Contest first{by_seed({3, 3}), {by_seed({5, 5}), by_seed({1, 1})}};   // second of three
  const Contest second{by_seed({4, 4}), {by_seed({4, 4}), by_seed({0, 2})}};  // shares the first two ranks
  EXPECT_DOUBLE_EQ(measure_reciprocal_rank({first}).value, 0.5);
  EXPECT_DOUBLE_EQ(measure_reciprocal_rank({first, second}).value, (1 / 2.0 + 1 / 1.5) / 2);
  EXPECT_DOUBLE_EQ(measure_average_difference({first, second}).value, (0 + 1.5) / 2);
  const Measured measured = measure_average_difference({{by_seed({3, 5}), {by_seed({1, 2})}}});
  ASSERT_TRUE(measured.interval);
  EXPECT_LT(measured.interval->low, measured.value);
  EXPECT_TRUE(std::isnan(measure_reciprocal_rank({}).value));
  EXPECT_TRUE(std::isnan(measure_reciprocal_rank({{by_seed({1}), {}}}).value));
}

}  // namespace
}  // namespace sextant::test
