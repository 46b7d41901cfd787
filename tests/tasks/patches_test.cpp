// Tasks on patches of images: which numbers a token holds, orders that are hidden and known, files and what is wrong
// with them.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sextant/core/npy.h"
#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_images(const char* kind, const Tree& options) {
  const auto& variant = task_family().find(kind);
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, 1);
}

Batch whole(Task& task, const std::string& split) {
  Batch batch;
  task.fill(batch, split, 0, task.size(split));
  return batch;
}

std::string number_text(std::uint32_t value) {
  std::string text;
  for (const int shift : {24, 16, 8, 0}) text += static_cast<char>((value >> shift) & 255);
  return text;
}

/// Ten images (2 x 4): pixel (y, x) of image i is 100 i + 10 y + x, as bytes and as doubles. The class is i mod 3.
struct SmallImages {
  TemporaryDirectory directory;
  Tree idx, npy;

  SmallImages() {
    std::string pixels, classes;
    std::vector<double> values, labels;
    for (int i = 0; i < 10; ++i) {
      for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 4; ++x) {
          pixels += static_cast<char>(20 * i + 10 * y + x);
          values.push_back(20 * i + 10 * y + x);
        }
      classes += static_cast<char>(i % 3);
      labels.push_back(i % 3);
    }
    const std::string images = number_text(0x803) + number_text(10) + number_text(2) + number_text(4) + pixels;
    const std::string marks = number_text(0x801) + number_text(10) + classes;
    write_npy(directory.file("x.npy"), {10, 2, 4}, values);
    write_npy(directory.file("y.npy"), {10}, labels);
    idx = {{"images", directory.make_file("x.idx", images)}, {"labels", directory.make_file("y.idx", marks)}};
    npy = {{"images", directory.file("x.npy")}, {"labels", directory.file("y.npy")}};
    for (Tree* options : {&idx, &npy}) (*options)["patch"] = 2;
  }
};

TEST(Patches, IdxAndNpyOfTheSameImagesAreTheSameTokens) {
  const SmallImages small;
  const auto one = make_images("image_classes", small.idx), other = make_images("image_classes", small.npy);
  EXPECT_EQ(one->shape().length, 2);
  EXPECT_EQ(one->shape().features, 4);
  EXPECT_EQ(one->shape().outputs, 3);
  EXPECT_EQ(one->size("test"), 2);
  for (const char* split : {"train", "test"}) {
    EXPECT_EQ(whole(*one, split).values, whole(*other, split).values);
    EXPECT_EQ(whole(*one, split).labels, whole(*other, split).labels);
  }
  // Standardised with one mean and one deviation, so differences of pixels keep their ratios.
  const Batch batch = whole(*one, "train");
  const double unit = batch.values[1] - batch.values[0];
  for (std::size_t i = 0; i < 8 * 8; i += 8)
    for (const auto& [place, steps] : std::vector<std::pair<std::size_t, double>>{{2, 10}, {3, 11}, {4, 2}, {7, 13}})
      EXPECT_NEAR((batch.values[i + place] - batch.values[i]) / unit, steps, 1e-9);
  double sum = 0, squares = 0;
  for (const double value : batch.values) {
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum, 0, 1e-9);
  EXPECT_NEAR(squares, 64, 1e-9);
}

TEST(Patches, ChannelsMayComeFirstOrLast) {
  const TemporaryDirectory directory;
  std::vector<double> first(std::size_t{12 * 3 * 48}), last(first.size());
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t pixel = 0; pixel < 48; ++pixel)
        first[(i * 3 + c) * 48 + pixel] = last[(i * 48 + pixel) * 3 + c] =
            std::sin(static_cast<double>(i * 100 + c * 37 + pixel));
  write_npy(directory.file("first.npy"), {12, 3, 6, 8}, first);
  write_npy(directory.file("last.npy"), {12, 6, 8, 3}, last);
  std::vector<std::vector<double>> read;
  for (const char* name : {"first.npy", "last.npy"}) {
    const auto task = make_images("masked_patches", {{"images", directory.file(name)}, {"patch", 2}});
    EXPECT_EQ(task->shape().length, 12);
    EXPECT_EQ(task->shape().features, 12);
    EXPECT_EQ(task->shape().outputs, 12);
    read.push_back(whole(*task, "train").targets);
  }
  EXPECT_EQ(read[0], read[1]);
  write_npy(directory.file("both.npy"), {12, 3, 8, 3}, std::vector<double>(12 * 72, 1));
  const Tree both{{"images", directory.file("both.npy")}, {"patch", 1}};
  EXPECT_TRUE(contains(error_text([&] { make_images("masked_patches", both); }), "Set task.channels to first or last"));
}

TEST(Patches, AHiddenOrderIsOneForAllImagesAndKnown) {
  for (const char* kind : {"image_classes", "masked_patches"})
    for (const Index patch : {1, 3, 4}) {
      Tree options{{"rows", 30}, {"patch", patch}, {"shuffle_pixels", 0}};
      const auto plain = make_images(kind, options);
      options["shuffle_pixels"] = 5;
      const auto hidden = make_images(kind, options);
      const Index across = 12 / patch, length = across * across, features = patch * patch;
      ASSERT_EQ(hidden->shape().length, length);
      EXPECT_EQ(plain->true_positions().kind_name(), std::string("grid"));
      const Table places = hidden->true_positions().as_coordinates("test");
      const bool masked = std::string(kind) == "masked_patches";
      const Batch from = whole(*plain, "test"), to = whole(*hidden, "test");
      const auto& straight = masked ? from.targets : from.values;
      const auto& moved = masked ? to.targets : to.values;
      Index at_home = 0;
      for (Index token = 0; token < length; ++token) {
        const auto cell = static_cast<Index>(std::lround(places(token, 0)) * across + std::lround(places(token, 1)));
        at_home += cell == token ? 1 : 0;
        for (Index sample = 0; sample < 20; ++sample)
          for (Index j = 0; j < features; ++j)
            ASSERT_EQ(moved[static_cast<std::size_t>((sample * length + token) * features + j)],
                      straight[static_cast<std::size_t>((sample * length + cell) * features + j)]);
      }
      EXPECT_LT(at_home, length / 2);
    }
}

TEST(Patches, MaskedPatchesHoldNothing) {
  const auto task = make_images("masked_patches", {{"rows", 40}, {"mask", 25}});
  const Batch batch = whole(*task, "test");
  for (std::size_t token = 0; token < batch.masked.size(); ++token)
    for (std::size_t j = 0; j < 9; ++j) {
      const double expected = batch.masked[token] ? 0 : batch.targets[9 * token + j];
      ASSERT_EQ(batch.values[9 * token + j], expected);
    }
  EXPECT_EQ(std::ranges::count(batch.masked, 1) * 4, static_cast<std::ptrdiff_t>(batch.masked.size()));
}

TEST(Patches, ShapesHaveAllTheirClasses) {
  const auto task = make_images("image_classes", {{"rows", 200}, {"classes", 10}});
  const Batch batch = whole(*task, "train");
  EXPECT_EQ(std::set<std::int32_t>(batch.labels.begin(), batch.labels.end()).size(), 10U);
  const auto names = task->groups("train");
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 10U);
}

TEST(Patches, WhatDoesNotFitIsRefusedInOneLine) {
  SmallImages small;
  const auto refusal = [](const Tree& options) { return error_text([&] { make_images("image_classes", options); }); };
  const auto with = [&](const char* key, const Tree& value) {
    Tree options = small.idx;
    options[key] = value;
    return options;
  };
  const auto file = [&](const char* name, const std::string& content) {
    return small.directory.make_file(name, content);
  };
  EXPECT_TRUE(contains(refusal(with("patch", 3)),
                       "images of 2 x 4 pixels cannot be cut into patches of 3 x 3; these "
                       "divide: 1, 2"));
  EXPECT_TRUE(contains(refusal({{"patch", 5}}), "12 x 12 pixels cannot be cut into patches of 5 x 5"));
  EXPECT_TRUE(contains(refusal(with("labels", file("short", number_text(0x801) + number_text(2) + "ab"))),
                       "2 labels for the 10 images of"));
  EXPECT_TRUE(contains(refusal(with("labels", small.idx["images"])), "an IDX file of images; expected one of labels"));
  EXPECT_TRUE(contains(refusal(with("labels", file("magic", std::string(16, 'a')))),
                       "it starts with 0x61616161 instead of 0x00000801"));
  EXPECT_TRUE(contains(refusal(with("labels", file("cut", number_text(0x801) + number_text(10) + "abc"))),
                       "10 labels take 10 bytes after the header, found 3"));
  EXPECT_TRUE(contains(refusal(with("images", file("few", number_text(0x803) + number_text(10) + number_text(2) +
                                                              number_text(4) + "abc"))),
                       "take 80 bytes after the header, found 3"));
  EXPECT_TRUE(contains(refusal(with("labels", "")), "task.labels: the classes of the images"));
  EXPECT_TRUE(contains(refusal(with("test_images", small.idx["images"])), "task.test_labels: the classes"));
  write_npy(small.directory.file("halves.npy"), {10}, std::vector<double>(10, 0.5));
  EXPECT_TRUE(contains(refusal(with("labels", small.directory.file("halves.npy"))), "expected classes 0, 1, ..."));
  write_npy(small.directory.file("flat.npy"), {10, 8}, std::vector<double>(80, 0.5));
  EXPECT_TRUE(contains(refusal(with("images", small.directory.file("flat.npy"))), "expected images (images, height"));
}

}  // namespace
}  // namespace sextant::test
