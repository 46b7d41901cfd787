// Where tokens really stand, in the forms that positions are held against.
#pragma once

#include "sextant/data/arrangement.h"
#include "sextant/core/random.h"
#include "sextant/core/real.h"

namespace sextant::analysis::inline SEXTANT_PRECISION {

struct TruePlaces {
  Table distances;
  Table coordinates;  // (tokens, axes); none where the arrangement has none
  Table vectors;      // (tokens, width) of the fixed encoding (positions/grid.cpp); none where it cannot be made
  std::vector<std::string> axes;  // "row" and "column", "place", or "axis1", ...
};

TruePlaces make_true_places(const Arrangement& places, Index width);

/// The same places, given to other tokens.
TruePlaces shuffled(const TruePlaces& truth, const Random& random);

}  // namespace sextant::analysis::inline SEXTANT_PRECISION
