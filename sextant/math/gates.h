// The functions of gates, element by element in place.
#pragma once

#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

/// 1 / (1 + exp(-x))
void sigmoid(Index count, real* x);
/// tanh(x)
void hyperbolic_tangent(Index count, real* x);
/// x sigmoid(x) and its slope
void silu(Index count, real* x, real* slope);
/// log(1 + exp(x)) and its slope, sigmoid(x)
void softplus(Index count, real* x, real* slope);

}  // namespace sextant::math::inline SEXTANT_PRECISION
