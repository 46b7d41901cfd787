// Dropout: each element is zero with probability `rate`, otherwise multiplied by 1 / (1 - rate). The choice
// for an element is a function of its number, so backward repeats it instead of keeping a mask.
#pragma once

#include "sextant/core/random.h"
#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

/// x *= mask / (1 - rate); element (i, j) of x is number (first_row + i) * columns + j of `random`.
void drop(View<real> x, double rate, const Random& random, Index first_row);

}  // namespace sextant::math::inline SEXTANT_PRECISION
