#include "sextant/data/images/shrink.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::data {
namespace {

/// Variance of each pixel over the images: (height, width).
Table measure_variance(const ImageSet& images) {
  const auto size = static_cast<std::size_t>(images.height * images.width);
  std::vector<double> sum(size, 0.0), squares(size, 0.0);
  for (Index k = 0; k < images.count; ++k) {
    const std::uint8_t* image = images.pixels.data() + static_cast<std::size_t>(k) * size;
    for (std::size_t i = 0; i < size; ++i) {
      sum[i] += image[i];
      squares[i] += static_cast<double>(image[i]) * image[i];
    }
  }
  Table variance(images.height, images.width);
  const auto count = static_cast<double>(images.count);
  for (std::size_t i = 0; i < size; ++i) variance.values[i] = squares[i] / count - (sum[i] / count) * (sum[i] / count);
  return variance;
}

/// From the first to behind the last that varies enough; everything where nothing varies.
std::pair<Index, Index> lively_part(const std::vector<double>& variance, double share) {
  const double least = share * std::ranges::max(variance);
  const auto enough = [&](double one) { return one >= least; };
  const auto first = std::ranges::find_if(variance, enough);
  const auto last = std::find_if(variance.rbegin(), variance.rend(), enough);
  return {first - variance.begin(), variance.rend() - last};
}

/// How much of pixel `source` lies in part `part` of `parts` equal parts of [begin, end).
double overlap(Index begin, Index end, Index parts, Index part, Index source) {
  const double width = static_cast<double>(end - begin) / static_cast<double>(parts);
  const double low = static_cast<double>(begin) + width * static_cast<double>(part);
  const auto at = static_cast<double>(source);
  return std::max(0.0, std::min(low + width, at + 1) - std::max(low, at)) / width;
}

/// (parts, extent): row p averages over part p.
Table make_averages(Index begin, Index end, Index parts, Index extent) {
  Table weights(parts, extent);
  for (Index part = 0; part < parts; ++part)
    for (Index source = begin; source < end; ++source) weights(part, source) = overlap(begin, end, parts, part, source);
  return weights;
}

}  // namespace

Crop find_crop(const ImageSet& images, double share) {
  const Table variance = measure_variance(images);
  std::vector<double> rows(static_cast<std::size_t>(images.height)), columns(static_cast<std::size_t>(images.width));
  for (Index y = 0; y < images.height; ++y)
    for (Index x = 0; x < images.width; ++x) {
      rows[static_cast<std::size_t>(y)] += variance(y, x);
      columns[static_cast<std::size_t>(x)] += variance(y, x);
    }
  const auto [top, bottom] = lively_part(rows, share);
  const auto [left, right] = lively_part(columns, share);
  return {top, bottom, left, right};
}

Crop widen(Crop crop, Index side, Index height, Index width) {
  const auto grow = [side](Index& low, Index& high, Index most) {
    while (high - low < std::min(side, most)) {
      if (low > 0) --low;
      if (high < most && high - low < side) ++high;
    }
  };
  grow(crop.top, crop.bottom, height);
  grow(crop.left, crop.right, width);
  return crop;
}

Table shrink_images(const ImageSet& images, const Crop& crop, Index side, Index count) {
  require(count <= images.count, "{} images asked for, but there are {}", count, images.count);
  require(crop.bottom - crop.top >= side && crop.right - crop.left >= side,
          "task.side: {} x {} pixels asked for, but only {} x {} of the images vary", side, side,
          crop.bottom - crop.top, crop.right - crop.left);
  const Table down = make_averages(crop.top, crop.bottom, side, images.height);
  const Table across = make_averages(crop.left, crop.right, side, images.width);
  Table result(count, side * side);
  std::vector<double> line(static_cast<std::size_t>(images.width));
  for (Index k = 0; k < count; ++k)
    for (Index y = 0; y < side; ++y) {
      std::ranges::fill(line, 0.0);
      for (Index source = crop.top; source < crop.bottom; ++source) {
        const double weight = down(y, source) / 255;
        if (weight == 0) continue;
        const std::uint8_t* pixels =
            images.pixels.data() + static_cast<std::size_t>((k * images.height + source) * images.width);
        for (std::size_t x = 0; x < line.size(); ++x) line[x] += weight * pixels[x];
      }
      for (Index x = 0; x < side; ++x)
        for (Index source = crop.left; source < crop.right; ++source)
          result(k, y * side + x) += across(x, source) * line[static_cast<std::size_t>(source)];
    }
  return result;
}

}  // namespace sextant::data
