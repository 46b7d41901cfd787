// SIMD for the few functions that a compiler does not vectorise. Double takes its functions from the C library.
#pragma once

#include <hwy/highway.h>

#include "sextant/core/view.h"
#include "sextant/math/real.h"

#if SEXTANT_DOUBLE
#include <cmath>
#endif

namespace sextant::math::inline SEXTANT_PRECISION {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::ScalableTag<real>;
using Vector = hn::Vec<Lanes>;
inline constexpr Index lane_count = HWY_LANES(real);

/// A whole vector of a row, where Partial is the last and incomplete one.
struct Whole {
  Vector load(const real* from) const { return hn::LoadU(Lanes(), from); }
  void store(Vector vector, real* to) const { hn::StoreU(vector, Lanes(), to); }
};

class Partial {
 public:
  explicit Partial(Index count) : mask_(hn::FirstN(Lanes(), static_cast<std::size_t>(count))) {}
  Vector load(const real* from) const { return hn::MaskedLoad(mask_, Lanes(), from); }
  void store(Vector vector, real* to) const { hn::BlendedStore(vector, mask_, Lanes(), to); }
  Vector keep(Vector vector) const { return hn::IfThenElseZero(mask_, vector); }

 private:
  hn::Mask<Lanes> mask_;
};

/// act(first, part) for every vector of a row of `count`, part being Whole() or the Partial of the last.
template <class Act>
void in_vectors(Index count, const Act& act) {
  Index first = 0;
  for (; first + lane_count <= count; first += lane_count) act(first, Whole());
  if (first < count) act(first, Partial(count - first));
}

#if SEXTANT_DOUBLE

/// 2^y
inline Vector exp2_nonpositive(Vector y) {
  alignas(64) double each[lane_count];
  hn::Store(y, Lanes(), each);
  for (double& value : each) value = std::exp2(value);
  return hn::Load(Lanes(), each);
}

#else

/// 1 / x for finite x >= 1: the processor's estimate and one step of Newton, error below 2e-7; dearer division has
/// 6e-8.
inline Vector reciprocal(Vector x) {
  const Vector estimate = hn::ApproximateReciprocal(x);
  return hn::Mul(estimate, hn::NegMulAdd(x, estimate, hn::Set(Lanes(), 2.0F)));
}

/// y + round_to_integer has the integer nearest to y in its low bits (|y| < 2^22).
inline constexpr float round_to_integer = 12582912.0F;  // 1.5 * 2^23

/// 2^(n + r), |r| <= 1/2, from r and rounded = n + round_to_integer: the polynomial of degree 5 with the least relative
/// error (2e-7 in float), and n into the exponent bits.
inline Vector power_of_two(Vector r, Vector rounded) {
  const Lanes d;
  const hn::RebindToSigned<Lanes> integers;
  Vector p = hn::MulAdd(r, hn::Set(d, 1.327647187e-3F), hn::Set(d, 9.675541334e-3F));
  p = hn::MulAdd(p, r, hn::Set(d, 5.550713274e-2F));
  p = hn::MulAdd(p, r, hn::Set(d, 2.402211972e-1F));
  p = hn::MulAdd(p, r, hn::Set(d, 6.931469671e-1F));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0F));
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(integers, rounded));
  return hn::BitCast(d, hn::Add(hn::BitCast(integers, p), exponent));
}

/// 2^y for y <= 0, error below 3e-7 of the result; stops falling at 2^-125.
inline Vector exp2_nonpositive(Vector y) {
  const Lanes d;
  const Vector clamped = hn::Max(hn::Set(d, -125.0F), y);  // in this order a NaN stays a NaN
  const Vector rounded = hn::Add(clamped, hn::Set(d, round_to_integer));
  return power_of_two(hn::Sub(clamped, hn::Sub(rounded, hn::Set(d, round_to_integer))), rounded);
}

/// e^x for x <= 0, error below 3e-7 of the result; exactly 0 below -86.6 (no subnormal results).
inline Vector exp_nonpositive(Vector x) {
  const Lanes d;
  const Vector clamped = hn::Max(hn::Set(d, -86.6F), x);
  const Vector rounded = hn::MulAdd(clamped, hn::Set(d, 1.44269504F), hn::Set(d, round_to_integer));
  const Vector n = hn::Sub(rounded, hn::Set(d, round_to_integer));
  Vector r = hn::MulSub(clamped, hn::Set(d, 1.44269504F), n);
  r = hn::MulAdd(clamped, hn::Set(d, 1.92596299e-8F), r);  // 1 / ln 2 in two parts keeps r exact
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -86.6F)), power_of_two(r, rounded));
}

#endif

}  // namespace sextant::math::inline SEXTANT_PRECISION
