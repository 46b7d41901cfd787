// Layer norm y = gain (x - mean) / sqrt(var + eps) + shift (Ba et al. 2016) and RMS norm
// y = gain x / sqrt(mean x^2 + eps) (Zhang and Sennrich 2019), fused with the residual sum before them.
#pragma once

#include "sextant/core/view.h"
#include "sextant/math/product.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

enum class NormKind { layer, rms };

/// x (rows, width) = a + bias + residual, written to `sum`; bias and residual may be absent (nullptr).
/// `a` and `sum` may be the same.
void add_residual(View<const real> a, const real* bias, View<const real> residual, View<real> sum);

/// As add_residual, and in the same pass: normalised (rows, width), one inverse deviation per row, and
/// y = gain normalised + shift (shift may be nullptr). `sum` may be the same memory as `normalised` where
/// the sum is not wanted.
void add_and_normalise(NormKind kind, View<const real> a, const real* bias, View<const real> residual, View<real> sum,
                       const real* gain, const real* shift, real epsilon, View<real> normalised,
                       real* inverse_deviation, View<real> y);

/// dx = or += the gradient through the norm; d_gain and d_shift (may be nullptr) are added to.
void normalise_backward(NormKind kind, View<const real> dy, View<const real> normalised, const real* inverse_deviation,
                        const real* gain, real* d_gain, real* d_shift, View<real> dx, Write write);

}  // namespace sextant::math::inline SEXTANT_PRECISION
