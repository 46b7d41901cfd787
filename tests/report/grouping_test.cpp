// Runs that differ by seed alone are one group, and only what distinguishes groups is an axis.
#include "sextant/report/grouping.h"

#include <gtest/gtest.h>

#include "sextant/report/spread.h"

namespace sextant::test {
namespace {

RunRecord make_run(Tree settings) {
  RunRecord run;
  run.settings = std::move(settings);
  return run;
}

TEST(ReportGrouping, SeedsAreOneGroup) {
  const std::vector<RunRecord> runs = {make_run({{"seed", 1}, {"model.depth", 2}}),
                                       make_run({{"seed", 2}, {"model.depth", 2}})};
  const Grouping grouping = group_by_settings(runs, {});
  EXPECT_TRUE(grouping.axes.empty());
  ASSERT_EQ(grouping.groups.size(), 1U);
  EXPECT_EQ(grouping.groups[0].runs.size(), 2U);
}

TEST(ReportGrouping, OptionsOfAKindFollowFromTheKind) {
  const std::vector<RunRecord> runs = {make_run({{"seed", 1}, {"position.kind", "learned"}, {"position.sigma", 0.1}}),
                                       make_run({{"seed", 1}, {"position.kind", "rotary"}, {"position.base", 10000}})};
  EXPECT_EQ(group_by_settings(runs, {}).axes, std::vector<std::string>{"position.kind"});
  EXPECT_EQ(differing_keys(runs), (std::vector<std::string>{"position.kind", "position.base", "position.sigma"}));
}

TEST(ReportGrouping, RunsOfAnotherGridInTheSameDirectoryAreApart) {
  const std::vector<RunRecord> runs = {make_run({{"seed", 1}, {"model.width", 8}, {"position.kind", "learned"}}),
                                       make_run({{"seed", 2}, {"model.width", 8}, {"position.kind", "learned"}}),
                                       make_run({{"seed", 1}, {"model.width", 16}, {"position.kind", "learned"}})};
  const Grouping grouping = group_by_settings(runs, {"seed", "position.kind"});
  EXPECT_EQ(grouping.axes, (std::vector<std::string>{"position.kind", "model.width"}));
  EXPECT_EQ(grouping.groups.size(), 2U);
}

TEST(ReportGrouping, NumbersAscendAndTextsKeepTheirOrder) {
  std::vector<RunRecord> runs;
  for (const char* kind : {"rotary", "learned"})
    for (const double gamma : {0.9, 0.10, 0.5}) runs.push_back(make_run({{"kind", kind}, {"gamma", gamma}}));
  const Grouping grouping = group_by_settings(runs, {"kind", "gamma", "seed"});
  EXPECT_EQ(grouping.axes, (std::vector<std::string>{"kind", "gamma"}));
  EXPECT_EQ(grouping.values(1), (std::vector<Tree>{0.10, 0.5, 0.9}));
  EXPECT_EQ(grouping.label(grouping.groups.front(), {0, 1}), "kind=rotary gamma=0.1");
  EXPECT_TRUE(grouping.is_numeric(1));
  EXPECT_FALSE(grouping.is_numeric(0));
}

TEST(ReportSpread, QuartilesLieBetweenValues) {
  const Spread spread = quartiles({4, 1, 3, 2});
  EXPECT_DOUBLE_EQ(*spread.middle, 2.5);
  EXPECT_DOUBLE_EQ(*spread.low, 1.75);
  EXPECT_DOUBLE_EQ(*spread.high, 3.25);
  EXPECT_FALSE(quartiles({}).middle);
}

TEST(ReportSpread, OneValueHasAMeanAndNoInterval) {
  EXPECT_DOUBLE_EQ(*mean_interval({0.5}).middle, 0.5);
  EXPECT_FALSE(mean_interval({0.5}).low);
  const Spread spread = mean_interval({0.1, 0.2, 0.3, 0.4});
  EXPECT_LT(*spread.low, 0.25);
  EXPECT_GT(*spread.high, 0.25);
}

}  // namespace
}  // namespace sextant::test
