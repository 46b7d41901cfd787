// Arrays of the user's own: what goes in comes out, and what does not fit is refused by name.
#include <gtest/gtest.h>

#include <numeric>

#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_arrays(const Tree& options) {
  const auto& variant = task_family().find("arrays");
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, 1);
}

/// Ten rows of three tokens, row i all i; the class is the parity of the row.
Tree write_tokens(const TemporaryDirectory& directory) {
  std::vector<double> tokens, labels;
  for (int row = 0; row < 10; ++row) {
    tokens.insert(tokens.end(), 3, row);
    labels.push_back(row % 2);
  }
  write_npy(directory.file("inputs.npy"), {10, 3}, tokens);
  write_npy(directory.file("labels.npy"), {10}, labels);
  return {{"inputs", directory.file("inputs.npy")}, {"labels", directory.file("labels.npy")}};
}

TEST(Arrays, RowsKeepTheirLabelsAndAreHeldOutOnce) {
  const TemporaryDirectory directory;
  const auto task = make_arrays(write_tokens(directory));
  EXPECT_EQ(task->shape().features, 10);
  EXPECT_EQ(task->shape().outputs, 2);
  EXPECT_EQ(task->size("train"), 8);
  EXPECT_EQ(task->size("test"), 2);
  std::vector<int> seen(10, 0);
  for (const char* split : {"train", "test"}) {
    Batch batch;
    task->fill(batch, split, 0, task->size(split));
    for (std::size_t i = 0; i < batch.labels.size(); ++i) {
      ++seen[static_cast<std::size_t>(batch.tokens[3 * i])];
      EXPECT_EQ(batch.labels[i], batch.tokens[3 * i] % 2);
    }
  }
  EXPECT_EQ(seen, std::vector<int>(10, 1));
}

TEST(Arrays, NumbersAtEveryToken) {
  const TemporaryDirectory directory;
  write_npy(directory.file("x.npy"), {4, 2, 3}, std::vector<double>(24, 0.5));
  write_npy(directory.file("y.npy"), {4, 2, 5}, std::vector<double>(40, 2.0));
  const auto task = make_arrays({{"inputs", directory.file("x.npy")}, {"targets", directory.file("y.npy")}});
  EXPECT_EQ(task->shape().readout, ReadoutPlace::every);
  EXPECT_EQ(task->shape().outputs, 5);
  Batch batch;
  task->fill_training(batch, 2, 1, 0);
  EXPECT_EQ(batch.values.size(), 12U);
  EXPECT_EQ(batch.targets.size(), 20U);
}

TEST(Arrays, RowsHaveLengthsAndGroupsStayTogether) {
  const TemporaryDirectory directory;
  Tree options = write_tokens(directory);
  std::vector<double> lengths, groups;
  for (int row = 0; row < 10; ++row) {
    lengths.push_back(1 + row % 3);
    groups.push_back(row / 4);  // 0 to 3, 4 to 7, 8 and 9
  }
  write_npy(directory.file("lengths.npy"), {10}, lengths);
  write_npy(directory.file("groups.npy"), {10}, groups);
  options["row_lengths"] = directory.file("lengths.npy");
  options["groups"] = directory.file("groups.npy");
  const auto task = make_arrays(options);
  EXPECT_TRUE(task->shape().ragged);
  std::vector<std::string> side(10);
  for (const char* split : {"train", "test"}) {
    Batch batch;
    task->fill(batch, split, 0, task->size(split));
    ASSERT_EQ(batch.lengths.size(), static_cast<std::size_t>(batch.samples));
    for (std::size_t i = 0; i < batch.lengths.size(); ++i) {
      const std::int32_t row = batch.tokens[3 * i];
      EXPECT_EQ(batch.lengths[i], 1 + row % 3);
      side[static_cast<std::size_t>(row)] += split;
    }
  }
  for (std::size_t row = 0; row < 10; ++row) EXPECT_EQ(side[row], side[row / 4 * 4]) << row;
  EXPECT_NE(side[0] == side[4] && side[4] == side[8], true);
  write_npy(directory.file("lengths.npy"), {10}, std::vector<double>(10, 4));
  EXPECT_TRUE(contains(error_text([&] { make_arrays(options); }), "expected whole numbers from 1 to 3, found 4"));
}

TEST(Arrays, OneFileMayHoldAllArrays) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("all.safetensors");
  std::vector<double> inputs(24), heights(6), points(8);
  std::iota(inputs.begin(), inputs.end(), 0.5);
  std::iota(heights.begin(), heights.end(), 1.0);
  std::iota(points.begin(), points.end(), 0.0);
  write_safetensors(file,
                    {{"x", "F64", {6, 4, 1}, inputs.data(), inputs.size() * 8},
                     {"y", "F64", {6}, heights.data(), heights.size() * 8}},
                    {});
  write_npy(directory.file("points.npy"), {4, 2}, points);
  const auto task = make_arrays({{"inputs", file + "#x"},
                                 {"targets", file + "#y"},
                                 {"readout", "pooled"},
                                 {"arrangement", "coordinates:" + directory.file("points.npy")}});
  EXPECT_EQ(task->shape().outputs, 1);
  EXPECT_EQ(task->shape().loss, LossKind::squared_error);
  EXPECT_EQ(task->true_positions().as_coordinates("test")(3, 1), 7);
  Batch batch;
  task->fill(batch, "train", 0, task->size("train"));
  for (std::size_t row = 0; row < batch.targets.size(); ++row)
    EXPECT_EQ(batch.values[4 * row], 0.5 + 4 * (batch.targets[row] - 1));
  EXPECT_TRUE(contains(error_text([&] {
                         make_arrays({{"inputs", file}, {"targets", file + "#y"}});
                       }),
                       "holds 2 arrays (x, y); name one of them"));
  EXPECT_TRUE(contains(error_text([&] { make_arrays({{"inputs", file + "#z"}, {"targets", file + "#y"}}); }), "z"));
  EXPECT_TRUE(contains(error_text([&] {
                         make_arrays({{"inputs", file + "#x"}, {"targets", file + "#y"}, {"arrangement", "grid:3x3"}});
                       }),
                       "9"));
}

TEST(Arrays, RefusesWhatDoesNotFit) {
  const TemporaryDirectory directory;
  Tree options = write_tokens(directory);
  EXPECT_TRUE(contains(error_text([] { make_arrays(Tree::object()); }), "is read from files"));
  write_npy(directory.file("short.npy"), {9}, std::vector<double>(9, 1));
  options["labels"] = directory.file("short.npy");
  EXPECT_TRUE(contains(error_text([&] { make_arrays(options); }), "does not go with inputs (10, 3)"));
  write_npy(directory.file("halves.npy"), {10}, std::vector<double>(10, 0.5));
  options["labels"] = directory.file("halves.npy");
  EXPECT_TRUE(contains(error_text([&] { make_arrays(options); }), "expected whole numbers"));
  write_npy(directory.file("same.npy"), {10}, std::vector<double>(10, 0));
  options["labels"] = directory.file("same.npy");
  EXPECT_TRUE(contains(error_text([&] { make_arrays(options); }), "2 classes or more"));
}

}  // namespace
}  // namespace sextant::test
