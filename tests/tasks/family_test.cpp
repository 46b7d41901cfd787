// What every task promises: batches are functions of (seed, step), shapes fit, held-out rows are rows.
#include <gtest/gtest.h>

#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

bool scores_each_token(const TaskShape& shape) {
  return shape.readout == ReadoutPlace::every || shape.readout == ReadoutPlace::masked;
}

void expect_fits(const Batch& batch, const TaskShape& shape, Index samples) {
  const Index tokens = samples * shape.length;
  const Index scored = scores_each_token(shape) ? tokens : samples;
  ASSERT_EQ(batch.samples, samples);
  if (shape.input == InputKind::values)
    EXPECT_EQ(static_cast<Index>(batch.values.size()), tokens * shape.features);
  else
    EXPECT_EQ(static_cast<Index>(batch.tokens.size()), tokens);
  for (const auto token : batch.tokens) EXPECT_TRUE(token >= Batch::blank && token < shape.features) << token;
  if (shape.loss == LossKind::cross_entropy)
    EXPECT_EQ(static_cast<Index>(batch.labels.size()), scored);
  else
    EXPECT_EQ(static_cast<Index>(batch.targets.size()), scored * shape.outputs);
  for (const auto label : batch.labels) EXPECT_TRUE(label >= Batch::unscored && label < shape.outputs) << label;
}

bool same(const Batch& a, const Batch& b) {
  return a.samples == b.samples && a.tokens == b.tokens && a.values == b.values && a.masked == b.masked &&
         a.labels == b.labels && a.targets == b.targets;
}

struct ReadyTask {
  const Variant<MakeTask>* variant;
  std::unique_ptr<Options> own;
};

/// Tasks with options by which they can be made. One that wants a file gets a series of random numbers; those that
/// are read from folders of texts say so and are left out (tests/tasks/sentences_test.cpp).
std::vector<ReadyTask> ready_tasks(const TemporaryDirectory& directory) {
  std::vector<double> values;
  for (std::uint64_t i = 0; i < 2000; ++i) values.push_back(Random(4, Stream::data).normal(i));
  write_npy(directory.file("series.npy"), {200, 10}, values);
  std::vector<ReadyTask> result;
  for (const auto& variant : task_family().variants()) {
    auto own = variant.make_options();
    try {
      variant.make(*own, 1);
    } catch (const Error& error) {
      const auto names = option_names({own.get()});
      if (std::ranges::find(names, "file") == names.end()) {
        EXPECT_TRUE(contains(error.what(), "is read from files")) << variant.name << ": " << error.what();
        continue;
      }
      read_options({{"file", directory.file("series.npy")}}, "task", {own.get()});
    }
    result.push_back({&variant, std::move(own)});
  }
  return result;
}

TEST(Tasks, BatchesAreFunctionsOfSeedAndStep) {
  const TemporaryDirectory directory;
  for (const auto& [variant, own] : ready_tasks(directory)) {
    SCOPED_TRACE(variant->name);
    const auto first = variant->make(*own, 3);
    const auto second = variant->make(*own, 3);
    Batch a, b, other_step, other_seed;
    second->fill_training(b, 17, 3, 99);  // whatever was filled before leaves no trace
    first->fill_training(a, 32, 3, 7);
    second->fill_training(b, 32, 3, 7);
    expect_fits(a, first->shape(), 32);
    EXPECT_TRUE(same(a, b));
    first->fill_training(other_step, 32, 3, 8);
    EXPECT_FALSE(same(a, other_step));
    first->fill_training(other_seed, 32, 4, 7);
    EXPECT_FALSE(same(a, other_seed));
  }
}

TEST(Tasks, SplitsCanBeReadInPieces) {
  const TemporaryDirectory directory;
  for (const auto& [variant, own] : ready_tasks(directory)) {
    const auto task = variant->make(*own, 5);
    for (const auto& split : task->splits()) {
      SCOPED_TRACE(variant->name + " " + split);
      const Index rows = task->size(split);
      ASSERT_GT(rows, 2);
      Batch whole, piece;
      task->fill(whole, split, 0, rows);
      expect_fits(whole, task->shape(), rows);
      task->fill(piece, split, 1, rows - 2);
      const auto length = static_cast<std::size_t>(task->shape().length);
      EXPECT_TRUE(std::equal(piece.tokens.begin(), piece.tokens.end(),
                             whole.tokens.begin() + static_cast<Index>(whole.tokens.empty() ? 0 : length)));
      EXPECT_TRUE(std::equal(piece.masked.begin(), piece.masked.end(),
                             whole.masked.begin() + static_cast<Index>(whole.masked.empty() ? 0 : length)));
      EXPECT_THROW(task->fill(piece, split, 0, rows + 1), Error);
    }
    EXPECT_THROW(task->size("no such split"), Error) << variant->name;
    EXPECT_EQ(task->true_positions().count(), task->shape().length) << variant->name;
  }
}

}  // namespace
}  // namespace sextant::test
