// Activations for a forward pass alone.
#pragma once

#include "sextant/core/view.h"
#include "sextant/foreign/network_shape.h"
#include "sextant/math/tensor.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

/// x = f(x) in place; `room` is scratch.
void apply_curve(Curve curve, View<real> x, Tensor& room);

/// x = log(1 + e^x)
void apply_softplus(View<real> x);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
