// Activations fused with the bias before them. Backward needs no second look at the argument:
// forward keeps the slope f'(x) (or, for ReLU, the result, whose sign says it all).
#pragma once

#include <string_view>

#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

enum class Activation { relu, gelu, gelu_tanh };

/// "relu", "gelu" (exact, with erf), "gelu_tanh" (its approximation, as GPT-2).
Activation activation_named(std::string_view name);

/// x = f(x + bias) in place; slope (same shape) = f'(x + bias), not written for ReLU. bias may be nullptr.
void activate(Activation activation, View<real> x, const real* bias, View<real> slope);

/// d *= f', then d_bias += column sums of d. `kept` is the slope, or for ReLU the result of `activate`.
void activate_backward(Activation activation, View<real> d, View<const real> kept, real* d_bias);

}  // namespace sextant::math::inline SEXTANT_PRECISION
