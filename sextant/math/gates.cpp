#include "sextant/math/gates.h"

#include <cmath>
#include <numbers>

#include "sextant/math/vector_math.h"

namespace sextant::math::inline SEXTANT_PRECISION {

#if SEXTANT_DOUBLE

void sigmoid(Index count, real* x) {
  for (Index j = 0; j < count; ++j) x[j] = 1 / (1 + std::exp(-x[j]));
}
void hyperbolic_tangent(Index count, real* x) {
  for (Index j = 0; j < count; ++j) x[j] = std::tanh(x[j]);
}
void exponential_of_nonpositive(Index count, real* x) {
  for (Index j = 0; j < count; ++j) x[j] = std::exp(x[j]);
}

#else

namespace {

// function(vector) for each vector of a row, the last one too.
template <class Function>
void for_each_vector(Index count, float* x, const Function& function) {
  const Lanes d;
  Index j = 0;
  for (; j + lane_count <= count; j += lane_count) hn::StoreU(function(hn::LoadU(d, x + j)), d, x + j);
  if (j == count) return;
  const Partial rest(count - j);
  rest.store(function(rest.load(x + j)), x + j);
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

void exponential_of_nonpositive(Index count, real* x) {
  for_each_vector(
      count, x, [](Vector v) { return exp2_nonpositive(hn::Mul(v, hn::Set(Lanes(), std::numbers::log2e_v<float>))); });
}

#endif

}  // namespace sextant::math::inline SEXTANT_PRECISION
