// Images made small: borders where nothing happens are cut off, the rest is averaged over areas.
#pragma once

#include "sextant/core/table.h"
#include "sextant/data/images/idx.h"

namespace sextant::data {

/// Rows [top, bottom) and columns [left, right) of an image.
struct Crop {
  Index top = 0, bottom = 0, left = 0, right = 0;

  bool operator==(const Crop&) const = default;
};

/// The smallest box that holds every row and column whose pixels vary at least `share` times as much (mean variance
/// over the images) as the row or column that varies most.
Crop find_crop(const ImageSet& images, double share);

/// The box with at least `side` rows and columns, grown on both ends as far as the image (height, width) goes.
Crop widen(Crop crop, Index side, Index height, Index width);

/// Brightness 0..1 of the first `count` images, as rows of side x side pixels: each the mean over its area of the
/// crop, parts of pixels counted by their share. (count, side * side)
Table shrink_images(const ImageSet& images, const Crop& crop, Index side, Index count);

}  // namespace sextant::data
