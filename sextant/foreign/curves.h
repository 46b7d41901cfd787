// Activations for a forward pass alone.
#pragma once

#include "sextant/core/view.h"
#include "sextant/foreign/network_shape.h"
#include "sextant/math/tensor.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

/// x = f(x + bias) in place; `bias` may be nullptr, `room` is scratch.
void apply_curve(Curve curve, View<real> x, const real* bias, Tensor& room);

/// x = log(1 + e^x)
void apply_softplus(View<real> x);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
