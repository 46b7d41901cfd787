// SIMD for the few functions that a compiler does not vectorise (float only; double uses the C library).
#pragma once

#include "sextant/core/view.h"

#if !SEXTANT_DOUBLE

#include <hwy/highway.h>

namespace sextant::inline SEXTANT_PRECISION {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;
inline constexpr Index lane_count = HWY_LANES(float);

/// The last, incomplete vector of a row.
class Partial {
 public:
  explicit Partial(Index count) : mask_(hn::FirstN(Lanes(), static_cast<std::size_t>(count))) {}
  Vector load(const float* from) const { return hn::MaskedLoad(mask_, Lanes(), from); }
  void store(Vector vector, float* to) const { hn::BlendedStore(vector, mask_, Lanes(), to); }
  Vector keep(Vector vector) const { return hn::IfThenElseZero(mask_, vector); }

 private:
  hn::Mask<Lanes> mask_;
};

/// 1 / x for finite x >= 1: the processor's estimate and one step of Newton, error below 2e-7; dearer division has
/// 6e-8.
inline Vector reciprocal(Vector x) {
  const Vector estimate = hn::ApproximateReciprocal(x);
  return hn::Mul(estimate, hn::NegMulAdd(x, estimate, hn::Set(Lanes(), 2.0F)));
}

/// e^x for x <= 0, error below 3e-7 of the result; exactly 0 below -87.3 (no subnormal results).
/// x = n ln 2 + r, |r| <= ln 2 / 2: e^r by its Taylor polynomial of degree 6 (error 1.2e-7), 2^n by the exponent bits.
inline Vector exp_nonpositive(Vector x) {
  const Lanes d;
  const hn::RebindToSigned<Lanes> integers;
  const Vector clamped = hn::Max(hn::Set(d, -87.3F), x);  // in this order a NaN stays a NaN
  const Vector n = hn::Round(hn::Mul(clamped, hn::Set(d, 1.44269504F)));
  Vector r = hn::NegMulAdd(n, hn::Set(d, 0.693359375F), clamped);  // ln 2 in two parts keeps r exact
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4F), r);
  Vector p = hn::MulAdd(r, hn::Set(d, 1.0F / 720), hn::Set(d, 1.0F / 120));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0F / 24));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0F / 6));
  p = hn::MulAdd(p, r, hn::Set(d, 0.5F));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0F));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0F));
  const auto exponent = hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(integers, n), hn::Set(integers, 127)));
  const Vector result = hn::Mul(p, hn::BitCast(d, exponent));
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -87.3F)), result);
}

}  // namespace sextant::inline SEXTANT_PRECISION

#endif
