#include "sextant/data/images/image_files.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/data/images/idx.h"
#include "sextant/data/named_array.h"
#include "sextant/data/series/array_files.h"
#include "sextant/data/series/series.h"

namespace sextant::data {
namespace {

constexpr double largest_class = 1e5;

bool holds_arrays(const std::string& path) { return is_array_file(split_array_path(path).first); }

bool could_be_channels(Index extent) { return extent == 1 || extent == 3 || extent == 4; }

/// Whether the channels of (images, a, b, c) are the last axis.
bool are_channels_last(const std::vector<Index>& shape, const std::string& asked, const std::string& path) {
  if (asked != "auto") return asked == "last";
  const bool first = could_be_channels(shape[1]), last = could_be_channels(shape[3]);
  require(first != last, "{}: which axis of ({}) holds the channels? Set task.channels to first or last", path,
          fmt::join(shape, ", "));
  return last;
}

/// (images, height, width, channels) to (images, channels, height, width), in place.
void put_channels_first(ImageArray& images) {
  const Index pixels = images.height * images.width;
  std::vector<double> image(static_cast<std::size_t>(pixels * images.channels));
  for (Index i = 0; i < images.count; ++i) {
    double* const own = images.values.data() + i * pixels * images.channels;
    std::copy_n(own, image.size(), image.begin());
    for (Index pixel = 0; pixel < pixels; ++pixel)
      for (Index channel = 0; channel < images.channels; ++channel)
        own[channel * pixels + pixel] = image[static_cast<std::size_t>(pixel * images.channels + channel)];
  }
}

}  // namespace

ImageArray read_images(const std::string& path, const std::string& channels) {
  if (!holds_arrays(path)) {
    const ImageSet set = read_idx_images(path);
    return {set.count, 1, set.height, set.width, {set.pixels.begin(), set.pixels.end()}};
  }
  NpyArray array = read_named_array(path);
  const auto& shape = array.shape;
  require((shape.size() == 3 || shape.size() == 4) && !array.values.empty(),
          "{}: expected images (images, height, width), or with channels a fourth axis; found ({})", path,
          fmt::join(shape, ", "));
  require(std::ranges::all_of(array.values, [](double value) { return std::isfinite(value); }),
          "{}: holds a number that is not finite", path);
  if (shape.size() == 3) return {shape[0], 1, shape[1], shape[2], std::move(array.values)};
  if (!are_channels_last(shape, channels, path))
    return {shape[0], shape[1], shape[2], shape[3], std::move(array.values)};
  ImageArray images{shape[0], shape[3], shape[1], shape[2], std::move(array.values)};
  put_channels_first(images);
  return images;
}

std::vector<std::int32_t> read_labels(const std::string& path, Index count, const std::string& images) {
  std::vector<std::int32_t> labels;
  if (holds_arrays(path)) {
    const NpyArray array = read_named_array(path);
    require(array.shape.size() == 1, "{}: expected a class for each image, (images); found ({})", path,
            fmt::join(array.shape, ", "));
    for (const double value : array.values) {
      require(value == std::floor(value) && value >= 0 && value < largest_class,
              "{}: expected classes 0, 1, ..., found {}", path, value);
      labels.push_back(static_cast<std::int32_t>(value));
    }
  } else {
    labels = read_idx_labels(path);
  }
  require(static_cast<Index>(labels.size()) == count, "{}: {} labels for the {} images of {}", path, labels.size(),
          count, images);
  return labels;
}

}  // namespace sextant::data
