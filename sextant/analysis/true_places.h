// Where tokens really stand, in the forms that positions are held against.
#pragma once

#include "sextant/core/index.h"
#include "sextant/core/random.h"
#include "sextant/data/arrangement.h"

namespace sextant::analysis {

struct TruePlaces {
  Table distances;
  Table coordinates;  // (tokens, axes); none where the arrangement has none
  Table vectors;      // (tokens, width) of the fixed encoding (positions/grid.cpp); none where it cannot be made
  std::vector<std::string> axes;  // "row" and "column", "place", or "axis1", ...
};

TruePlaces make_true_places(const Arrangement& places, Index width);

/// The same places, given to other tokens.
TruePlaces shuffled(const TruePlaces& truth, const Random& random);

}  // namespace sextant::analysis
