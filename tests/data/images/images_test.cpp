// IDX files, small images, generated letters and pixels as rows.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/data/images/grey_images.h"
#include "sextant/data/images/pixel_rows.h"
#include "sextant/data/images/shrink.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::string big_endian_text(std::uint32_t value) {
  std::string text;
  for (const int shift : {24, 16, 8, 0}) text += static_cast<char>((value >> shift) & 255);
  return text;
}

std::string make_idx(std::uint32_t count, std::uint32_t height, std::uint32_t width, const std::string& pixels) {
  return big_endian_text(0x803) + big_endian_text(count) + big_endian_text(height) + big_endian_text(width) + pixels;
}

TEST(Idx, ReadsBytesInOrder) {
  const ImageSet images = make_idx_images(make_idx(2, 1, 3, std::string("\x00\x01\x02\xff\x80\x7f", 6)), "made up");
  EXPECT_EQ(images.count, 2);
  EXPECT_EQ(images.height, 1);
  EXPECT_EQ(images.width, 3);
  EXPECT_EQ(images.pixels, (std::vector<std::uint8_t>{0, 1, 2, 255, 128, 127}));
}

TEST(Idx, RefusesWhatIsNoSetOfImages) {
  const auto text = [](const std::string& content) { return error_text([&] { make_idx_images(content, "x.gz"); }); };
  EXPECT_NE(text("abc").find("3 bytes are too few"), std::string::npos);
  EXPECT_NE(text(big_endian_text(0x801) + std::string(12, '\0')).find("labels"), std::string::npos);
  EXPECT_NE(text(std::string(16, 'a')).find("not an IDX file of images"), std::string::npos);
  EXPECT_NE(text(make_idx(0, 2, 2, "")).find("no images"), std::string::npos);
  EXPECT_NE(text(make_idx(1, 0, 2, "")).find("expected sides"), std::string::npos);
  EXPECT_NE(text(make_idx(2, 2, 2, "1234567")).find("take 8 bytes after the header, found 7"), std::string::npos);
  EXPECT_NE(text(make_idx(0xffffffff, 0x4000, 0x4000, "1")).find("found 1"), std::string::npos);
}

TEST(Shrink, CutsOffBordersThatNeverChange) {
  ImageSet images{2, 4, 5, std::vector<std::uint8_t>(40, 7)};
  images.pixels[1 * 5 + 1] = 255;       // image 0, row 1, column 1
  images.pixels[20 + 2 * 5 + 3] = 255;  // image 1, row 2, column 3
  EXPECT_EQ(find_crop(images, 0.02), (Crop{1, 3, 1, 4}));
}

TEST(Shrink, KeepsAsManyRowsAsAreAskedFor) {
  EXPECT_EQ(widen({0, 8, 1, 7}, 8, 8, 8), (Crop{0, 8, 0, 8}));
  EXPECT_EQ(widen({3, 5, 6, 8}, 4, 8, 8), (Crop{2, 6, 4, 8}));
  EXPECT_EQ(widen({1, 7, 1, 7}, 4, 8, 8), (Crop{1, 7, 1, 7}));
}

TEST(Shrink, AveragesAreasWithPartsOfPixels) {
  const ImageSet images{1, 3, 3, {0, 0, 0, 0, 255, 0, 0, 0, 0}};
  const Table small = shrink_images(images, {0, 3, 0, 3}, 2, 1);
  for (const double value : small.values) EXPECT_NEAR(value, 0.25 / 2.25, 1e-12);  // a quarter of the middle in each
  EXPECT_NE(error_text([&] { shrink_images(images, {0, 3, 0, 3}, 4, 1); }).find("task.side"), std::string::npos);
}

TEST(Letters, AnImageDependsOnItsNumberAlone) {
  const LetterRequest request{.side = 6, .letters = 3};
  const Table all = draw_letters(request, 0, 8), late = draw_letters(request, 5, 3);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 36; ++j) EXPECT_EQ(late(i, j), all(i + 5, j));
  for (const double value : all.values) EXPECT_TRUE(value >= 0 && value <= 1);
}

TEST(PixelRows, AreShuffledWithTheirPlaces) {
  PixelPlan plan{.images = "", .letters = {.side = 5}, .rows = 60, .test_rows = 10, .shuffle = 0};
  const auto plain = prepare_pixels(plan);
  plan.shuffle = 3;
  const auto shuffled = prepare_pixels(plan);
  ASSERT_EQ(shuffled->train.columns, 25);
  Index moved = 0;
  for (Index token = 0; token < 25; ++token) {
    const auto cell = static_cast<Index>(
        std::lround(5 * shuffled->facts.coordinates(token, 0) + shuffled->facts.coordinates(token, 1)));
    moved += cell != token ? 1 : 0;
    for (Index i = 0; i < 60; ++i) ASSERT_EQ(shuffled->train(i, token), plain->train(i, cell));
  }
  EXPECT_GT(moved, 10);
}

TEST(PixelRows, OfOneFileTheLastSixthIsHeldOut) {
  const TemporaryDirectory directory;
  std::string pixels;
  for (int i = 0; i < 24 * 16; ++i) pixels += static_cast<char>((i * 37) % 251);
  write_file_atomically(directory.file("set.idx"), make_idx(24, 4, 4, pixels));
  const auto rows = prepare_pixels({.images = directory.file("set.idx"), .letters = {.side = 4}});
  EXPECT_EQ(rows->train.rows, 20);
  EXPECT_EQ(rows->test.rows, 4);
  // A folder with one file of images is that file.
  EXPECT_EQ(prepare_pixels({.images = directory.path(), .letters = {.side = 4}})->train.values, rows->train.values);
  EXPECT_NE(error_text([&] {
              prepare_pixels({.images = directory.file("set.idx"), .letters = {.side = 5}});
            }).find("give task.side=4"),
            std::string::npos);
  write_file_atomically(directory.file("more.idx"), make_idx(24, 4, 4, pixels));
  EXPECT_NE(
      error_text([&] { prepare_pixels({.images = directory.path(), .letters = {.side = 4}}); }).find("found 2 files"),
      std::string::npos);
}

TEST(ImageFiles, ReadArraysWithChannelsOnEitherSide) {
  const TemporaryDirectory directory;
  // Two images of 1 x 2 pixels with 3 channels: means 1, 2 and 3, 5.
  write_npy(directory.file("last.npy"), {2, 1, 2, 3}, {0, 1, 2, 2, 2, 2, 3, 3, 3, 5, 5, 5});
  write_npy(directory.file("first.npy"), {2, 3, 1, 2}, {0, 2, 1, 2, 2, 2, 3, 5, 3, 5, 3, 5});
  const ImageSet last = read_grey_images(directory.file("last.npy")),
                 first = read_grey_images(directory.file("first.npy"));
  EXPECT_EQ(last.pixels, (std::vector<std::uint8_t>{51, 102, 153, 255}));  // 0 to 5 becomes 0 to 255
  EXPECT_EQ(first.pixels, last.pixels);
  EXPECT_EQ(last.height, 1);
  EXPECT_EQ(last.width, 2);
}

TEST(ImageFiles, ReadRowsOfSquareImages) {
  const TemporaryDirectory directory;
  std::vector<double> digits(3 * 9, 0.0);
  digits[4] = 16;
  write_npy(directory.file("digits.npy"), {3, 9}, digits);
  const ImageSet images = read_grey_images(directory.file("digits.npy"));
  EXPECT_EQ(images.count, 3);
  EXPECT_EQ(images.height, 3);
  EXPECT_EQ(images.pixels[4], 255);
  write_npy(directory.file("odd.npy"), {3, 10}, std::vector<double>(30, 1.0));
  EXPECT_NE(error_text([&] { read_grey_images(directory.file("odd.npy")); }).find("(3 x 10)"), std::string::npos);
  write_npy(directory.file("flat.npy"), {3, 9}, std::vector<double>(27, 1.0));
  EXPECT_NE(error_text([&] { read_grey_images(directory.file("flat.npy")); }).find("all pixels are 1"),
            std::string::npos);
}

TEST(ImageFiles, AreFoundByTheirNames) {
  const TemporaryDirectory directory;
  for (const char* name : {"x_train.npy", "x_test.npy"})
    write_npy(directory.file(name), {2, 3, 3}, std::vector<double>(18, 1.0));
  write_npy(directory.file("y_train.npy"), {2}, {0, 1});
  const ImageFiles found = find_image_files(directory.path());
  EXPECT_EQ(found.train, directory.file("x_train.npy"));
  EXPECT_EQ(found.test, directory.file("x_test.npy"));
}

TEST(Idx, AveragesColours) {
  const std::string content = big_endian_text(0x804) + big_endian_text(1) + big_endian_text(1) + big_endian_text(2) +
                              big_endian_text(3) + std::string("\x00\x03\x06\x09\x09\x09", 6);
  EXPECT_EQ(make_idx_images(content, "made up").pixels, (std::vector<std::uint8_t>{3, 9}));
}

}  // namespace
}  // namespace sextant::test
