// The task: splits that no run's seed changes, one-hot cells, epochs in new orders.
#include <gtest/gtest.h>

#include <set>

#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using Tokens = std::vector<std::int32_t>;

std::unique_ptr<Task> make_latin_square(const Tree& options, std::uint64_t seed = 1) {
  const auto& variant = task_family().find("latin_square");
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, seed);
}

/// Tokens and label of every row of a split.
std::vector<Tokens> rows_of(Task& task, const std::string& split) {
  Batch batch;
  task.fill(batch, split, 0, task.size(split));
  const Index length = task.shape().length;
  std::vector<Tokens> rows;
  for (Index i = 0; i < batch.samples; ++i) {
    rows.emplace_back(batch.tokens.begin() + i * length, batch.tokens.begin() + (i + 1) * length);
    rows.back().push_back(batch.labels[static_cast<std::size_t>(i)]);
  }
  return rows;
}

TEST(LatinSquare, SplitsAreTheSameForAllSeedsAndOthersForOtherDataSeeds) {
  const Tree options = {{"rows", 200}};
  const auto one = make_latin_square(options, 1);
  const auto two = make_latin_square(options, 2);
  const auto other = make_latin_square({{"rows", 200}, {"data_seed", 2}}, 1);
  EXPECT_EQ(one->size("train"), 540);
  EXPECT_EQ(one->size("test"), 60);
  EXPECT_EQ(one->size("fitted"), 60);
  EXPECT_EQ(one->size("gen"), 108);
  for (const auto& split : {"train", "test", "gen", "gen_binary", "gen_ternary", "gen_quaternary", "fitted"}) {
    EXPECT_EQ(rows_of(*one, split), rows_of(*two, split)) << split;
    EXPECT_NE(rows_of(*one, split), rows_of(*other, split)) << split;
  }
}

TEST(LatinSquare, SplitsShareNothingAndFittedIsOfTheTrainingRows) {
  const auto task = make_latin_square({{"rows", 200}});
  std::set<Tokens> train, held_out;
  for (const auto& row : rows_of(*task, "train")) train.insert(row);
  EXPECT_EQ(train.size(), 540U);
  for (const auto* split : {"test", "gen"})
    for (const auto& row : rows_of(*task, split)) {
      EXPECT_FALSE(train.contains(row));
      EXPECT_TRUE(held_out.insert(row).second);
    }
  for (const auto& row : rows_of(*task, "fitted")) EXPECT_TRUE(train.contains(row));
  auto by_condition = rows_of(*task, "gen_binary");
  for (const auto* split : {"gen_ternary", "gen_quaternary"})
    for (const auto& row : rows_of(*task, split)) by_condition.push_back(row);
  EXPECT_EQ(by_condition, rows_of(*task, "gen"));
  const auto groups = task->groups("gen");
  for (const auto* name : {"binary", "ternary", "quaternary"}) {
    EXPECT_EQ(std::ranges::count(groups, name), 36);
    EXPECT_EQ(task->groups(fmt::format("gen_{}", name)), std::vector<std::string>(36, name));
    EXPECT_EQ(std::ranges::count(task->groups("test"), name), 20);
  }
}

TEST(LatinSquare, CellsAreSymbolsOneTargetAndBlanksInAnySize) {
  for (const Index size : {4, 5, 6}) {
    const auto task = make_latin_square({{"size", size}, {"rows", 20}, {"gen_rows", 5}});
    EXPECT_EQ(task->shape().length, size * size);
    EXPECT_EQ(task->shape().features, size + 1);
    EXPECT_EQ(task->shape().outputs, size);
    EXPECT_EQ(task->true_positions().extents(), (std::vector<Index>{size, size}));
    std::set<std::int32_t> labels;
    for (auto row : rows_of(*task, "train")) {
      labels.insert(row.back());
      row.pop_back();
      EXPECT_EQ(std::ranges::count(row, size), 1);
      EXPECT_GE(std::ranges::count(row, Batch::blank), size * size * 5 / 16 - 1);
    }
    EXPECT_EQ(*labels.begin(), 0);
    EXPECT_EQ(*labels.rbegin(), size - 1);
  }
}

TEST(LatinSquare, AnEpochMeetsEveryTrainingRowOnceInANewOrder) {
  const auto task = make_latin_square({{"rows", 50}});  // 135 training rows: 3 batches of 40 and one of 15
  const auto epoch = [&](std::uint64_t number) {
    std::vector<Tokens> rows;
    Batch batch;
    for (std::uint64_t step = 4 * number; step < 4 * number + 4; ++step) {
      task->fill_training(batch, 40, 9, step);
      EXPECT_EQ(batch.samples, step % 4 == 3 ? 15 : 40);
      for (Index i = 0; i < batch.samples; ++i) {
        rows.emplace_back(batch.tokens.begin() + i * 16, batch.tokens.begin() + (i + 1) * 16);
        rows.back().push_back(batch.labels[static_cast<std::size_t>(i)]);
      }
    }
    return rows;
  };
  const auto first = epoch(0);
  const auto second = epoch(1);
  EXPECT_NE(first, second);
  EXPECT_EQ(first, epoch(0));
  const auto all = rows_of(*task, "train");
  EXPECT_EQ(std::set(first.begin(), first.end()), std::set(all.begin(), all.end()));
  EXPECT_EQ(std::set(second.begin(), second.end()), std::set(all.begin(), all.end()));
  EXPECT_EQ(first.size(), all.size());
}

TEST(LatinSquare, RefusesWhatCannotBe) {
  EXPECT_THROW(make_latin_square({{"size", 2}}), Error);
  EXPECT_THROW(make_latin_square({{"size", 17}}), Error);
  EXPECT_THROW(make_latin_square({{"rows", 1}}), Error);
  EXPECT_THROW(make_latin_square({{"distance", 1.0}}), Error);
  EXPECT_THROW(make_latin_square({{"test_share", 0.0}}), Error);
  EXPECT_THROW(make_latin_square({{"givens_from", 12}}), Error);
  EXPECT_TRUE(contains(error_text([] { make_latin_square({{"data", "/no/such/folder"}}); }), "/no/such/folder"));
  const auto task = make_latin_square({{"rows", 50}});
  EXPECT_TRUE(contains(error_text([&] { task->size("gen_binry"); }), "did you mean gen_binary?"));
}

}  // namespace
}  // namespace sextant::test
