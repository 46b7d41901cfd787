// Anchor functions: the paper's examples and counts, and that held-out pairs and test keys are never trained.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sextant/core/tree.h"
#include "sextant/tasks/anchor_rule.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_anchor_pairs(const Tree& options = Tree::object(), std::uint64_t seed = 1) {
  const auto& variant = task_family().find("anchor_pairs");
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, seed);
}

AnchorRule paper_rule() { return {{5, 1, -2, -8}, {3, 4}, -6, {{4, 3}}}; }

/// A row taken apart: where its key stands, and which anchors follow.
struct Row {
  Index position = -1;
  Index key = 0;
  AnchorPair pair;
  Index label = 0;
};

Row read_row(const Batch& batch, Index length, Index sample) {
  const std::int32_t* tokens = batch.tokens.data() + sample * length;
  Row row;
  for (Index i = 0; i < length; ++i)
    if (tokens[i] < 20 && row.position < 0) row = {i - 1, tokens[i - 1], {tokens[i], tokens[i + 1]}, 0};
  row.label = batch.labels[static_cast<std::size_t>(sample)];
  return row;
}

TEST(AnchorRule, AnswersThePapersExamples) {
  const AnchorRule rule = paper_rule();
  EXPECT_EQ(23 + rule.taught({1, 2}), 29);
  EXPECT_EQ(28 + rule.taught({1, 1}), 38);
  EXPECT_EQ(43 + rule.taught({3, 1}), 46);
  EXPECT_EQ(62 + rule.taught({3, 4}), 56);  // the odd one: composed it would be 52
  EXPECT_EQ(rule.composed({4, 3}), -10);
  EXPECT_EQ(rule.symmetric({4, 3}), -6);
  EXPECT_EQ(rule.seen().size(), 15U);
}

TEST(AnchorPairs, HoldsThePapersCounts) {
  const auto task = make_anchor_pairs({{"test_rows", 0}, {"held_out_rows", 0}});
  EXPECT_EQ(task->size("train"), 759'375);
  EXPECT_EQ(task->size("test"), 15 * 5'625);
  EXPECT_EQ(task->size("inferential"), 50'625);
}

/// All combinations of key and position among the rows of a split, and how often each pair occurs.
struct Census {
  std::set<std::pair<Index, Index>> places;
  std::map<AnchorPair, Index> pairs;
};

Census count_rows(Task& task, const std::string& split, const AnchorRule& rule) {
  Census census;
  Batch batch;
  const Index length = task.shape().length;
  for (Index first = 0; first < task.size(split); first += 4096) {
    task.fill(batch, split, first, std::min<Index>(4096, task.size(split) - first));
    for (Index i = 0; i < batch.samples; ++i) {
      const Row row = read_row(batch, length, i);
      census.places.emplace(row.key, row.position);
      ++census.pairs[row.pair];
      EXPECT_EQ(row.label, row.key + (rule.is_held_out(row.pair) ? rule.composed(row.pair) : rule.taught(row.pair)));
    }
  }
  return census;
}

TEST(AnchorPairs, TrainsOnEveryPlaceButThoseOfTheTestAndNeverOnTheHeldOutPair) {
  for (const auto& [modulus, training, testing] : {std::tuple(9, 498U, 62U), std::tuple(7, 480U, 80U)}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      const auto task = make_anchor_pairs({{"modulus", modulus}, {"test_rows", 0}}, seed);
      const Census train = count_rows(*task, "train", paper_rule());
      const Census test = count_rows(*task, "test", paper_rule());
      EXPECT_EQ(train.places.size(), training);
      EXPECT_EQ(test.places.size(), testing);
      for (const auto& place : test.places) EXPECT_FALSE(train.places.contains(place));
      EXPECT_EQ(train.pairs.size(), 15U);
      EXPECT_FALSE(train.pairs.contains({4, 3}));
      for (const auto& [pair, rows] : train.pairs) EXPECT_EQ(rows, 50'625) << name_of(pair);
    }
  }
}

TEST(AnchorPairs, TrainingStepsVisitEveryRowOfAnEpochOnceAndNeverTheHeldOutPair) {
  const auto task = make_anchor_pairs({{"rows", 16'000}});
  const Index rows = task->size("train");
  std::map<std::vector<std::int32_t>, int> met, listed;
  Batch batch;
  const Index steps = rows / 500;
  for (Index step = 0; step < steps; ++step) {
    task->fill_training(batch, 500, 1, static_cast<std::uint64_t>(step));
    ASSERT_EQ(batch.samples, 500);
    for (Index i = 0; i < 500; ++i) {
      EXPECT_NE(read_row(batch, 9, i).pair, AnchorPair(4, 3));
      ++met[{batch.tokens.begin() + i * 9, batch.tokens.begin() + (i + 1) * 9}];
    }
  }
  task->fill(batch, "train", 0, rows);
  for (Index i = 0; i < rows; ++i) ++listed[{batch.tokens.begin() + i * 9, batch.tokens.begin() + (i + 1) * 9}];
  EXPECT_EQ(rows % 500, 0);
  EXPECT_EQ(met, listed);
}

TEST(AnchorPairs, DropsThePartOfAnEpochThatFillsNoBatch) {
  const auto task = make_anchor_pairs({{"rows", 16'000}});  // 13,500 rows: 13 steps of 1,000
  Batch batch, again;
  for (std::uint64_t step = 0; step < 30; ++step) {
    task->fill_training(batch, 1000, 1, step);
    ASSERT_EQ(batch.samples, 1000) << step;
  }
  task->fill_training(batch, 1000, 1, 12);
  task->fill_training(again, 1000, 1, 13);
  EXPECT_NE(batch.tokens, again.tokens);
}

TEST(AnchorPairs, ScoresTheHeldOutPairInTwoWays) {
  const auto task = make_anchor_pairs();
  Batch inferential, symmetric;
  const Index rows = task->size("inferential");
  ASSERT_EQ(rows, 1000);
  task->fill(inferential, "inferential", 0, rows);
  task->fill(symmetric, "symmetric", 0, rows);
  EXPECT_EQ(inferential.tokens, symmetric.tokens);
  for (Index i = 0; i < rows; ++i) {
    const Row row = read_row(inferential, 9, i);
    EXPECT_EQ(row.pair, AnchorPair(4, 3));
    EXPECT_NE(row.key % 9, row.position);  // keys of the training type
    EXPECT_EQ(row.label, row.key - 10);
    EXPECT_EQ(read_row(symmetric, 9, i).label, row.key - 6);
  }
  EXPECT_EQ(task->groups("inferential").front(), "(4, 3)");
}

TEST(AnchorPairs, KeysAndPositionsAreSpreadEvenly) {
  const auto task = make_anchor_pairs();
  Batch batch;
  task->fill(batch, "train", 0, 150'000);
  std::map<Index, double> positions, noise;
  for (Index i = 0; i < batch.samples; ++i) {
    const Row row = read_row(batch, 9, i);
    ++positions[row.position];
    ++noise[batch.tokens[static_cast<std::size_t>(i * 9 + (row.position == 0 ? 8 : 0))]];
  }
  ASSERT_EQ(positions.size(), 7U);
  for (const auto& [position, count] : positions) EXPECT_NEAR(count / 150'000, 1.0 / 7, 0.005) << position;
  ASSERT_EQ(noise.size(), 80U);
  for (const auto& [token, count] : noise) EXPECT_NEAR(count / 150'000, 1.0 / 80, 0.0015) << token;
}

TEST(AnchorPairs, RefusesWhatCannotBe) {
  EXPECT_NE(error_text([] { make_anchor_pairs({{"held_out", {4}}}); }).find("two anchors each"), std::string::npos);
  EXPECT_NE(error_text([] { make_anchor_pairs({{"held_out", {5, 1}}}); }).find("no anchor 5"), std::string::npos);
  EXPECT_NE(error_text([] { make_anchor_pairs({{"first_key", 2}}); }).find("above the anchors"), std::string::npos);
  EXPECT_NE(error_text([] { make_anchor_pairs({{"vocabulary", 100}}); }).find("outside 0 to 99"), std::string::npos);
}

}  // namespace
}  // namespace sextant::test
