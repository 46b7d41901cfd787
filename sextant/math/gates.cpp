#include "sextant/math/gates.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sextant/math/vector_math.h"

#if !SEXTANT_DOUBLE
#include <hwy/contrib/math/math-inl.h>
#endif

namespace sextant::math::inline SEXTANT_PRECISION {

#if SEXTANT_DOUBLE

void sigmoid(Index count, real* x) {
  for (Index j = 0; j < count; ++j) x[j] = 1 / (1 + std::exp(-x[j]));
}
void hyperbolic_tangent(Index count, real* x) {
  for (Index j = 0; j < count; ++j) x[j] = std::tanh(x[j]);
}
void softplus(Index count, real* x, real* slope) {
  for (Index j = 0; j < count; ++j) {
    slope[j] = 1 / (1 + std::exp(-x[j]));
    x[j] = std::max(x[j], 0.0) + std::log1p(std::exp(-std::abs(x[j])));
  }
}

#else

namespace {

// function(vector) for each vector of a row, the last one too.
template <class Function>
void for_each_vector(Index count, float* x, const Function& function) {
  in_vectors(count, [&](Index j, const auto& part) { part.store(function(part.load(x + j)), x + j); });
}

// exp(-|x|), which never overflows
Vector decay(Vector x) {
  return exp2_nonpositive(hn::Mul(hn::Abs(x), hn::Set(Lanes(), -std::numbers::log2e_v<float>)));
}

// 1 / (1 + e) or e / (1 + e), e = exp(-|x|)
Vector sigmoid_of(Vector x) {
  const Lanes d;
  const Vector e = decay(x);
  const Vector share = hn::Div(hn::Set(d, 1.0F), hn::Add(hn::Set(d, 1.0F), e));
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(e, share), share);
}

}  // namespace

void sigmoid(Index count, real* x) { for_each_vector(count, x, sigmoid_of); }

void hyperbolic_tangent(Index count, real* x) {
  // (1 - e) / (1 + e), e = exp(-2 |x|), with the sign of x
  for_each_vector(count, x, [](Vector v) {
    const Lanes d;
    const Vector one = hn::Set(d, 1.0F);
    const Vector e = decay(hn::Add(v, v));
    return hn::CopySign(hn::Div(hn::Sub(one, e), hn::Add(one, e)), v);
  });
}

void softplus(Index count, real* x, real* slope) {
  in_vectors(count, [&](Index j, const auto& part) {
    const Lanes d;
    const Vector v = part.load(x + j);
    part.store(sigmoid_of(v), slope + j);
    part.store(hn::Add(hn::Max(v, hn::Zero(d)), hn::Log1p(d, decay(v))), x + j);
  });
}

#endif

void silu(Index count, real* x, real* slope) {
  std::copy_n(x, count, slope);
  sigmoid(count, slope);
#pragma omp simd
  for (Index j = 0; j < count; ++j) {
    const real value = x[j], share = slope[j];
    x[j] = value * share;
    slope[j] = share * (1 + value * (1 - share));
  }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
