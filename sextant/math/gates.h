// The functions of gates, element by element in place: sigmoid, tanh, exp of what is not positive.
#pragma once

#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

/// 1 / (1 + exp(-x))
void sigmoid(Index count, real* x);
/// tanh(x)
void hyperbolic_tangent(Index count, real* x);
/// exp(x) for x <= 0; float stops falling at 2^-125
void exponential_of_nonpositive(Index count, real* x);

}  // namespace sextant::math::inline SEXTANT_PRECISION
