#include "sextant/data/images/pixel_rows.h"

#include <algorithm>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/data/images/grey_images.h"
#include "sextant/data/images/shrink.h"
#include "sextant/data/series/preparation.h"

namespace sextant::data {
namespace {

constexpr double lively_share = 0.02;    // of the variance of the liveliest row: what less is border
constexpr double least_deviation = 0.1;  // of the liveliest pixel's: a pixel that is nearly always off stays small

std::string name_of_pixels(const PixelPlan& plan) {
  const LetterRequest& own = plan.letters;
  std::string name = fmt::format("pixels {} {} {} {} {} {} {} {} {} {}", own.side, own.letters, own.strokes, own.pen,
                                 own.shake, own.shift, own.seed, plan.rows, plan.test_rows, plan.shuffle);
  if (plan.images.empty()) return name;
  const ImageFiles files = find_image_files(plan.images);
  for (const auto& file : {files.train, files.test})
    if (!file.empty()) name += " " + file + " " + digest_file(split_array_path(file).first);
  return name;
}

void read_pixels(const PixelPlan& plan, PreparedRows& rows) {
  const ImageFiles files = find_image_files(plan.images);
  const ImageSet train = read_grey_images(files.train);
  const Index side = plan.letters.side;
  require(train.height >= side && train.width >= side,
          "task.side: {} x {} pixels asked for, but {} holds images of {} x {}; give task.side={}", side, side,
          files.train, train.height, train.width, std::min(train.height, train.width));
  const Crop crop = widen(find_crop(train, lively_share), side, train.height, train.width);
  if (files.test.empty()) {
    require(train.count >= 12, "{}: {} images are too few; expected at least 12", files.train, train.count);
    const Index kept = train.count - train.count / 6;
    Table all = shrink_images(train, crop, side, train.count);
    rows.test = {train.count - kept, all.columns};
    std::copy(all.values.begin() + kept * all.columns, all.values.end(), rows.test.values.begin());
    all.rows = std::min(kept, plan.rows);
    all.values.resize(static_cast<std::size_t>(all.rows * all.columns));
    rows.train = std::move(all);
  } else {
    const ImageSet test = read_grey_images(files.test);
    require(test.height == train.height && test.width == train.width, "{}: {} x {} pixels, but {} x {} in {}",
            files.test, test.height, test.width, train.height, train.width, files.train);
    rows.train = shrink_images(train, crop, side, std::min(train.count, plan.rows));
    rows.test = shrink_images(test, crop, side, test.count);
  }
  rows.notes.push_back(fmt::format("{}: rows {} to {} and columns {} to {} of {} x {} pixels, averaged to {} x {}",
                                   plan.images, crop.top, crop.bottom - 1, crop.left, crop.right - 1, train.height,
                                   train.width, side, side));
}

ColumnScale measure_pixels(const Table& images) {
  ColumnScale scale = measure_columns(images, 0, images.rows);
  // measure_columns says 1 of a pixel that never changes, which is more than any pixel between 0 and 1 can have.
  double most = 0;
  for (const double one : scale.deviation) most = one < 1 ? std::max(most, one) : most;
  for (double& one : scale.deviation) one = std::max(one, least_deviation * most);
  return scale;
}

PreparedRows make_pixels(const PixelPlan& plan) {
  PreparedRows rows;
  const Index side = plan.letters.side;
  if (plan.images.empty()) {
    rows.train = draw_letters(plan.letters, 0, plan.rows);
    rows.test = draw_letters(plan.letters, plan.rows, plan.test_rows);
  } else {
    read_pixels(plan, rows);
  }
  rows.half = rows.train.rows / 2;
  const ColumnScale scale = measure_pixels(rows.train);
  standardise(rows.train, scale);
  standardise(rows.test, scale);
  const auto order = order_of_variables(side * side, plan.shuffle);
  permute_columns(rows.train, order);
  permute_columns(rows.test, order);
  rows.facts.coordinates = Arrangement::grid({side, side}).as_coordinates("pixels");
  permute_facts(rows.facts, order);
  rows.places = Arrangement::coordinates(rows.facts.coordinates);
  return rows;
}

}  // namespace

std::shared_ptr<const PreparedRows> prepare_pixels(const PixelPlan& plan) {
  return share_rows(name_of_pixels(plan), [&] { return make_pixels(plan); });
}

}  // namespace sextant::data
