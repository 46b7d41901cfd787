#include "sextant/foreign/curves.h"

#include <cmath>

#include "sextant/math/activation.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"
#include "sextant/math/vector_math.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

#if SEXTANT_DOUBLE

/// x sigmoid(steepness x)
void sigmoid_weighted(View<real> x, real steepness) {
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < x.columns; ++j) x(i, j) /= 1 + std::exp(-steepness * x(i, j));
}

#else

/// x sigmoid(steepness x): sigmoid from e^-|y|, which never overflows.
hn::Vec<Lanes> sigmoid_weighted(hn::Vec<Lanes> x, float steepness) {
  const Lanes d;
  const Vector y = hn::Mul(x, hn::Set(d, steepness));
  const Vector exponential = exp_nonpositive(hn::Neg(hn::Abs(y)));
  const Vector inverse = hn::Div(hn::Set(d, 1.0F), hn::Add(hn::Set(d, 1.0F), exponential));
  return hn::Mul(x, hn::IfThenElse(hn::Lt(y, hn::Zero(d)), hn::Mul(exponential, inverse), inverse));
}

void sigmoid_weighted(View<real> x, real steepness) {
  const Lanes d;
  for (Index i = 0; i < x.rows; ++i) {
    real* row = x.row(i);
    Index j = 0;
    for (; j + lane_count <= x.columns; j += lane_count)
      hn::StoreU(sigmoid_weighted(hn::LoadU(d, row + j), steepness), d, row + j);
    if (j < x.columns) {
      const Partial rest(x.columns - j);
      rest.store(sigmoid_weighted(rest.load(row + j), steepness), row + j);
    }
  }
}

#endif

template <class Function>
void each(View<real> x, const Function& function) {
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < x.columns; ++j) x(i, j) = function(x(i, j));
}

}  // namespace

void apply_curve(Curve curve, View<real> x, const real* bias, Tensor& room) {
  if (curve == Curve::gelu || curve == Curve::gelu_tanh || curve == Curve::relu) {
    const Activation own = curve == Curve::gelu        ? Activation::gelu
                           : curve == Curve::gelu_tanh ? Activation::gelu_tanh
                                                       : Activation::relu;
    const View<real> slope = room.shape(1, x.columns);
    for (Index i = 0; i < x.rows; ++i) activate(own, View<real>(x.row(i), 1, x.columns), bias, slope);
    return;
  }
  add_bias(x, bias);
  switch (curve) {
    case Curve::relu:
    case Curve::gelu:
    case Curve::gelu_tanh:
      return;
    case Curve::silu:
      sigmoid_weighted(x, 1);
      return;
    case Curve::quick_gelu:
      sigmoid_weighted(x, real(1.702));
      return;
    case Curve::tanh:
      each(x, [](real value) { return std::tanh(value); });
      return;
  }
}

void apply_softplus(View<real> x) {
  each(x, [](real value) { return value > 20 ? value : std::log1p(std::exp(value)); });
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
