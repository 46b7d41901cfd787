// Random numbers for dropout and noise.
#pragma once

#include "sextant/core/random.h"
#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

// Gaussian noise: a number of its own for every element, a function of the element's number.

/// x += deviation * N(0, 1); element (i, j) of x takes number (first_row + i) * columns + j of `random`.
void add_noise(View<real> x, double deviation, const Random& random, Index first_row);

// Dropout: each element is zero with probability `rate`, otherwise multiplied by 1 / (1 - rate). The choice
// for an element is a function of its number, so backward repeats it instead of keeping a mask.

/// x *= mask / (1 - rate); element (i, j) of x is number (first_row + i) * columns + j of `random`.
void drop(View<real> x, double rate, const Random& random, Index first_row);

}  // namespace sextant::math::inline SEXTANT_PRECISION
