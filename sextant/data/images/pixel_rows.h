// Images as rows of variables: a pixel is a variable, an image a row, and the pixels stand in an order that was drawn
// once, so that nothing but the images tells where a pixel belongs.
#pragma once

#include "sextant/data/images/letters.h"
#include "sextant/data/series/prepared_rows.h"

namespace sextant::data {

struct PixelPlan {
  std::string images;     // files (grey_images.h); empty: generated letters
  LetterRequest letters;  // its side holds for files too
  Index rows = 20'000;    // training images at most
  Index test_rows = 2000;
  Index shuffle = 1;  // 0: row by row; otherwise the seed of another order
};

std::shared_ptr<const PreparedRows> prepare_pixels(const PixelPlan& plan);

}  // namespace sextant::data
