// Gaussian noise: a number of its own for every element, a function of the element's number.
#pragma once

#include "sextant/core/random.h"
#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

/// x += deviation * N(0, 1); element (i, j) of x takes number (first_row + i) * columns + j of `random`.
void add_noise(View<real> x, double deviation, const Random& random, Index first_row);

}  // namespace sextant::math::inline SEXTANT_PRECISION
