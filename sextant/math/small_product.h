// Products too small for a library that packs its operands first: the scores and mixtures of one sample and head.
// Float only; docs/adr/0002-onednn-for-products.md has the measurements.
#pragma once

#include "sextant/math/product.h"

#if !SEXTANT_DOUBLE

namespace sextant::math::inline SEXTANT_PRECISION {

/// The largest k of small_multiply_transposed.
inline constexpr Index small_inner = 512;

/// As the functions of product.h, fast where all matrices fit the innermost cache.
void small_multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha);
void small_multiply_transposed(View<const real> a, View<const real> b, View<real> c, Write write, real alpha);
void small_transposed_multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha);

}  // namespace sextant::math::inline SEXTANT_PRECISION

#endif
