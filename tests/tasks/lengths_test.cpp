// Lengths of samples: ranges as options, splits per length, and a task that offers them.
#include "sextant/tasks/lengths.h"

#include <gtest/gtest.h>

#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> word_order_with(const Tree& options) {
  const auto& variant = task_family().find("word_order");
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, 1);
}

TEST(Lengths, OneNumberIsNoRange) {
  const auto task = word_order_with({{"length", 5}});
  EXPECT_FALSE(task->shape().ragged);
  EXPECT_EQ(task->splits(), std::vector<std::string>{"test"});
  Batch batch;
  task->fill_training(batch, 4, 1, 0);
  EXPECT_TRUE(batch.lengths.empty());
}

TEST(Lengths, EveryLengthOfTheRangeIsDrawnAndTested) {
  const auto task = word_order_with({{"length", {3, 5}}, {"test_lengths", {4, 8}}});
  EXPECT_TRUE(task->shape().ragged);
  EXPECT_EQ(task->shape().length, 8);
  EXPECT_EQ(task->splits(), (std::vector<std::string>{"test", "length_4", "length_8"}));
  Batch batch;
  task->fill_training(batch, 200, 1, 0);
  std::vector<Index> seen(9, 0);
  for (Index i = 0; i < batch.samples; ++i) {
    const Index length = batch.lengths[static_cast<std::size_t>(i)];
    ++seen[static_cast<std::size_t>(length)];
    for (Index t = 0; t < 8; ++t)
      EXPECT_EQ(batch.tokens[static_cast<std::size_t>(i * 8 + t)] == Batch::blank, t >= length);
  }
  for (Index length = 0; length < 9; ++length)
    EXPECT_EQ(seen[static_cast<std::size_t>(length)] > 30, length >= 3 && length <= 5) << length;
  for (const auto& [split, lengths] : std::vector<std::pair<std::string, std::vector<std::int32_t>>>{
           {"test", {3, 3, 4, 4, 5, 5}}, {"length_8", {8, 8, 8, 8, 8, 8}}}) {
    task->fill(batch, split, 0, 6);
    EXPECT_EQ(batch.lengths, lengths) << split;
    EXPECT_EQ(batch.labels, (std::vector<std::int32_t>{0, 1, 0, 1, 0, 1}));
  }
}

TEST(Lengths, RefusesWhatIsNoRange) {
  for (const Tree& wrong : {Tree({5, 3}), Tree({1, 2, 3}), Tree("long"), Tree(1)})
    EXPECT_TRUE(contains(error_text([&] { word_order_with({{"length", wrong}}); }), "task.length")) << wrong.dump();
  Batch batch;
  batch.samples = 1;
  batch.lengths = {7};
  EXPECT_TRUE(contains(error_text([&] { require_lengths(batch, {.length = 5, .ragged = true}); }), "expected 1 to 5"));
}

}  // namespace
}  // namespace sextant::test
