#include "sextant/analysis/image_choice.h"

#include <algorithm>

namespace sextant::analysis {
namespace {

constexpr Index images_looked_at = 64;

/// Values were standardised pixel by pixel; brightness is where a value stands between the least and the most of its
/// pixel in the held-out images.
Table brightness_of(const Batch& images, Index pixels) {
  Table result(images.samples, pixels);
  result.values.assign(images.targets.begin(), images.targets.begin() + images.samples * pixels);
  for (Index pixel = 0; pixel < pixels; ++pixel) {
    double least = 1e300, most = -1e300;
    for (Index i = 0; i < result.rows; ++i) {
      least = std::min(least, result(i, pixel));
      most = std::max(most, result(i, pixel));
    }
    for (Index i = 0; i < result.rows; ++i)
      result(i, pixel) = most > least ? (result(i, pixel) - least) / (most - least) : 0;
  }
  return result;
}

}  // namespace

std::vector<double> choose_image(const Subject& subject) {
  const Index pixels = subject.places.count();
  const auto values = static_cast<std::size_t>(subject.held_out.samples * pixels);
  if (values == 0 || subject.held_out.targets.size() != values) return {};  // no image: tokens without a value each
  const Table images = brightness_of(subject.held_out, pixels);
  Index best = 0;
  double most = -1;
  for (Index i = 0; i < std::min(images_looked_at, images.rows); ++i) {
    double sum = 0, squares = 0;
    for (Index pixel = 0; pixel < pixels; ++pixel) {
      sum += images(i, pixel);
      squares += images(i, pixel) * images(i, pixel);
    }
    const double contrast = squares - sum * sum / static_cast<double>(pixels);
    if (contrast > most) {
      most = contrast;
      best = i;
    }
  }
  const double* row = images.view().row(best);
  return {row, row + pixels};
}

}  // namespace sextant::analysis
