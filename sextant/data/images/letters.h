// Generated images: letters of an invented alphabet, written by an unsteady hand. A letter is a few quadratic Bezier
// strokes; each image is one letter with its points shaken, the whole shifted and the pen thinner or thicker. Which
// pixels go together depends on the letter, so correlations over all images tell only part of it.
#pragma once

#include <cstdint>

#include "sextant/core/table.h"

namespace sextant::data {

struct LetterRequest {
  Index side = 8;        // pixels
  Index letters = 1000;  // of the alphabet
  Index strokes = 2;     // of a letter
  double pen = 0.35;     // width of the pen (standard deviation of its profile), in pixels
  double shake = 0.03;   // standard deviation of the control points, in sides of the image
  double shift = 0.3;    // standard deviation of the whole letter, in pixels
  std::uint64_t seed = 1;
};

/// Ink 0..1 of images [first, first + count): (count, side * side). An image depends on the request and its number.
Table draw_letters(const LetterRequest& request, Index first, Index count);

}  // namespace sextant::data
