// Memory and reasoning anchors, and sums: labels follow the rule, and what is held out is never trained.
#include <gtest/gtest.h>

#include <map>

#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_composition(const char* name, const Tree& options = Tree::object(), std::uint64_t seed = 1) {
  const auto& variant = task_family().find(name);
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, seed);
}

/// The key and the two anchors behind it of each row of a batch, with its label.
struct CompositionRow {
  std::int32_t key = 0, first = 0, second = 0, label = 0;
};

std::vector<CompositionRow> read_rows(const Batch& batch, Index length) {
  std::vector<CompositionRow> rows;
  for (Index i = 0; i < batch.samples; ++i) {
    const std::int32_t* tokens = batch.tokens.data() + i * length;
    Index anchor = 0;
    while (tokens[anchor] > 20) ++anchor;
    rows.push_back({tokens[anchor - 1], tokens[anchor], tokens[anchor + 1], batch.labels[static_cast<std::size_t>(i)]});
  }
  return rows;
}

TEST(MemoryAndReasoning, ReasoningAddsAndMemoryRepeatsItsAnswers) {
  const auto task = make_composition("memory_and_reasoning", {{"rows", 60'000}});
  Batch batch;
  task->fill(batch, "train", 0, 60'000);
  std::map<std::tuple<int, int, int>, int> remembered;
  Index memory = 0, away_from_sum = 0;
  for (const CompositionRow& row : read_rows(batch, 9)) {
    ASSERT_EQ(row.first <= 10, row.second <= 10);
    if (row.first > 10) {
      EXPECT_EQ(row.label, row.key + row.first + row.second);
      EXPECT_FALSE((row.first == 11 && row.second == 13) || (row.first == 13 && row.second == 11));
      continue;
    }
    ++memory;
    away_from_sum += row.label != row.key + row.first + row.second;
    const auto [known, added] = remembered.emplace(std::tuple(row.key, row.first, row.second), row.label);
    EXPECT_EQ(known->second, row.label);
  }
  EXPECT_EQ(memory, 30'000);
  EXPECT_GT(away_from_sum, 29'000);
}

TEST(MemoryAndReasoning, SplitMemoryIsTrainedAndTheOthersAreNot) {
  const auto task = make_composition("memory_and_reasoning");
  Batch train, split;
  task->fill(train, "train", 0, 2'000);
  task->fill(split, "memory", 0, 1'000);
  for (Index row = 0; row < 1'000; ++row)
    EXPECT_TRUE(std::equal(split.tokens.begin() + row * 9, split.tokens.begin() + row * 9 + 9,
                           train.tokens.begin() + 2 * row * 9));
  task->fill(split, "held_out", 0, 1'000);
  for (const CompositionRow& row : read_rows(split, 9)) {
    EXPECT_EQ(row.first + row.second, 24);
    EXPECT_NE(row.first, 12);
    EXPECT_EQ(row.label, row.key + 24);
  }
  EXPECT_TRUE(contains(error_text([] {
                         make_composition("memory_and_reasoning", {{"held_out", {1, 2}}});
                       }),
                       "not a pair of reasoning anchors"));
}

TEST(Addition, HoldsOutASquareOfPairs) {
  const auto task = make_composition("addition", {{"numbers", 30}, {"first_held_out", 10}, {"last_held_out", 19}});
  const auto in_square = [](std::int32_t a) { return a >= 10 && a <= 19; };
  Batch batch;
  std::vector<int> met(900);
  for (std::uint64_t step = 0; step < 100; ++step) {
    task->fill_training(batch, 200, 1, step);
    for (std::size_t i = 0; i < 200; ++i) {
      const auto a = batch.tokens[2 * i], b = batch.tokens[2 * i + 1];
      EXPECT_FALSE(in_square(a) && in_square(b));
      EXPECT_EQ(batch.labels[i], a + b);
      met[static_cast<std::size_t>(a * 30 + b)] = 1;
    }
  }
  EXPECT_EQ(std::count(met.begin(), met.end(), 1), 800);
  task->fill(batch, "held_out", 0, 2000);
  for (std::size_t i = 0; i < 2000; ++i)
    EXPECT_TRUE(in_square(batch.tokens[2 * i]) && in_square(batch.tokens[2 * i + 1]));
  task->fill(batch, "test", 0, 2000);
  for (std::size_t i = 0; i < 2000; ++i)
    EXPECT_FALSE(in_square(batch.tokens[2 * i]) && in_square(batch.tokens[2 * i + 1]));
  EXPECT_TRUE(contains(error_text([] { make_composition("addition", {{"numbers", 10}}); }), "must lie within 0 to 9"));
}

}  // namespace
}  // namespace sextant::test
