// Every grade from the numbers that lead to it, and how long to train.
#include "sextant/lab/discover/verdict.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

/// Trained well: learned positions as good as ridge regression, seeds that agree.
Discovery make_discovery() {
  Discovery all;
  all.length.steps = 2000;
  all.structure = {.error = 0.5, .shifted = 1, .p = 0.005, .shifts = 199};
  all.errors.baselines = {{"mean of each variable", 1.0, {}}, {"ridge regression", 0.5, {}}};
  all.errors.cases = {{"learned 0.1", 0.1, {0.5, 0.51}, 0.5, {}, 0.48}};
  all.chosen = "learned 0.1";
  all.stability = {.similarity = 0.9, .shuffled = 0.3, .p = 0.005, .modules = 0.8};
  all.prediction = {0.5, 0.5, "ridge regression", 0, Interval{-0.01, 0.01}, {}};
  return all;
}

TEST(Verdict, GradesWhatWasFound) {
  Discovery all = make_discovery();
  EXPECT_EQ(conclude(all).grade, Grade::moderate);
  EXPECT_TRUE(conclude(all).modules_shown);
  all.prediction = {0.45, 0.5, "ridge regression", 0.1, Interval{0.05, 0.15}, {}};
  EXPECT_EQ(conclude(all).grade, Grade::strong);
  all.prediction = {0.55, 0.5, "ridge regression", -0.1, Interval{-0.15, -0.05}, {}};
  EXPECT_EQ(conclude(all).grade, Grade::weak);
  all = make_discovery();
  all.stability = {.similarity = 0.4, .shuffled = 0.3, .p = 0.005, .modules = 0.2};
  EXPECT_EQ(conclude(all).grade, Grade::weak);
  EXPECT_FALSE(conclude(all).modules_shown) << "seeds disagree";
}

TEST(Verdict, SaysNoneWhereNothingIsPredicted) {
  Discovery all = make_discovery();
  all.structure.p = 0.3;
  all.errors.baselines[1].error = 0.99;
  all.errors.cases[0].ensemble = 0.995;
  const Conclusion conclusion = conclude(all);
  EXPECT_EQ(conclusion.grade, Grade::none);
  EXPECT_FALSE(conclusion.modules_shown);
  EXPECT_TRUE(contains(conclusion.sentence, "do not predict each other"));
}

TEST(Verdict, SaysNotTrainedEnoughWhereSimpleMethodsSeeMore) {
  Discovery all = make_discovery();
  all.structure.p = 0.3;  // even where the test of structure saw nothing
  all.errors.cases[0].ensemble = 0.95;
  all.errors.cases[0].train = 0.97;
  const Conclusion conclusion = conclude(all);
  EXPECT_EQ(conclusion.grade, Grade::not_trained_enough);
  EXPECT_FALSE(conclusion.modules_shown);
  EXPECT_TRUE(contains(conclusion.sentence, "2000 steps"));
  all.errors.cases[0].train = 0.1;  // learned by heart: more steps would not help
  EXPECT_NE(conclude(all).grade, Grade::not_trained_enough);
}

TEST(TrainingLength, DoublesUntilTheErrorStopsFalling) {
  const std::map<Index, double> errors{{1000, 0.8}, {2000, 0.6}, {4000, 0.595}, {8000, 0.3}};
  bool stopped = false;
  const auto train = [&](Index steps) { return std::optional(errors.at(steps)); };
  TrainingLength length = find_length({1000, 2000, 4000, 8000}, train, stopped);
  EXPECT_EQ(length.steps, 4000);
  EXPECT_EQ(length.trials.size(), 3U);
  EXPECT_FALSE(length.falling);
  length = find_length({1000, 2000}, train, stopped);
  EXPECT_TRUE(length.falling);
  EXPECT_FALSE(stopped);
  length = find_length(
      {1000, 2000}, [](Index) { return std::optional<double>(); }, stopped);
  EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace sextant::test
