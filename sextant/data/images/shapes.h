// Generated images of classes: outlines of shapes such as triangles and crosses, at a random place, of a random size,
// slightly turned, with noise. Several pairs of classes are made of the same strokes in another arrangement (a triangle
// and the same upside down), so that the patches alone tell them apart badly.
#pragma once

#include <cstdint>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::data {

struct ShapeRequest {
  Index side = 12;     // pixels
  Index classes = 8;   // of most_shapes
  double noise = 0.1;  // standard deviation, beside ink of 1
  std::uint64_t seed = 1;
};

constexpr Index most_shapes = 10;
const char* name_of_shape(Index number);

struct DrawnShapes {
  Table images;                      // (count, side * side)
  std::vector<std::int32_t> labels;  // (count)
};

/// Images [first, first + count): each depends on the request and its number.
DrawnShapes draw_shapes(const ShapeRequest& request, Index first, Index count);

}  // namespace sextant::data
