// GELU(x) = x Phi(x), Phi the normal distribution function (Hendrycks and Gimpel 2016).
// Float: the tail Q(|x|) = 1 - Phi(|x|) is a polynomial in t = 1/(1 + p z), z = |x|/sqrt 2, times exp(-z^2)
// (Abramowitz and Stegun 7.1.26, error 1.5e-7 in erf, half a float's epsilon); the same exponential is the
// density that the slope Phi(x) + x phi(x) needs. Double: the C library's erf.
#include "sextant/math/activation.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/real.h"
#include "sextant/math/vector_math.h"

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

#if SEXTANT_DOUBLE

void gelu_row(real* x, const real* bias, real* slope, Index count) {
  for (Index j = 0; j < count; ++j) {
    const double a = x[j] + (bias ? bias[j] : 0);
    const double phi_sum = 0.5 * std::erfc(-a * M_SQRT1_2);
    const double density = std::exp(-0.5 * a * a) * (0.5 * M_SQRT1_2 * M_2_SQRTPI);
    x[j] = a * phi_sum;
    slope[j] = phi_sum + a * density;
  }
}

void gelu_tanh_row(real* x, const real* bias, real* slope, Index count) {
  const double scale = M_SQRT2 * M_2_SQRTPI / 2;  // sqrt(2 / pi)
  for (Index j = 0; j < count; ++j) {
    const double a = x[j] + (bias ? bias[j] : 0);
    const double hyperbolic = std::tanh(scale * (a + 0.044715 * a * a * a));
    const double inner_slope = scale * (1 + 3 * 0.044715 * a * a);
    x[j] = 0.5 * a * (1 + hyperbolic);
    slope[j] = 0.5 * (1 + hyperbolic) + 0.5 * a * (1 - hyperbolic * hyperbolic) * inner_slope;
  }
}

#else

struct Gelu {
  Vector operator()(Vector a, Vector& slope) const {
    const Lanes d;
    // exp(-a^2/2) as a power of two: its error, a^2 parts of an epsilon, is small beside the Phi that it is added to
    const Vector exponential = exp2_nonpositive(hn::Mul(hn::Mul(a, a), hn::Set(d, -0.5F * 1.44269504F)));
    const Vector t = reciprocal(hn::MulAdd(hn::Abs(a), hn::Set(d, 0.3275911F * 0.70710678F), hn::Set(d, 1.0F)));
    Vector polynomial = hn::MulAdd(t, hn::Set(d, 0.5F * 1.061405429F), hn::Set(d, 0.5F * -1.453152027F));
    polynomial = hn::MulAdd(polynomial, t, hn::Set(d, 0.5F * 1.421413741F));
    polynomial = hn::MulAdd(polynomial, t, hn::Set(d, 0.5F * -0.284496736F));
    polynomial = hn::MulAdd(polynomial, t, hn::Set(d, 0.5F * 0.254829592F));
    const Vector tail = hn::Mul(hn::Mul(polynomial, t), exponential);
    const Vector phi_sum = hn::IfNegativeThenElse(a, tail, hn::Sub(hn::Set(d, 1.0F), tail));
    slope = hn::MulAdd(a, hn::Mul(exponential, hn::Set(d, 0.39894228F)), phi_sum);
    return hn::Mul(a, phi_sum);
  }
};

// x sigmoid(2 y), y = sqrt(2/pi) (x + 0.044715 x^3): the tanh form, rewritten.
struct GeluTanh {
  Vector operator()(Vector a, Vector& slope) const {
    const Lanes d;
    const Vector square = hn::Mul(a, a);
    const Vector twice =
        hn::Mul(hn::Mul(a, hn::Set(d, 1.5957691F)), hn::MulAdd(square, hn::Set(d, 0.044715F), hn::Set(d, 1.0F)));
    // sigmoid from exp(-|2y|), which never overflows
    const Vector exponential = exp_nonpositive(hn::Neg(hn::Abs(twice)));
    const Vector inverse = reciprocal(hn::Add(hn::Set(d, 1.0F), exponential));
    const auto negative = hn::Lt(twice, hn::Zero(d));
    const Vector sigmoid = hn::IfThenElse(negative, hn::Mul(exponential, inverse), inverse);
    const Vector other = hn::IfThenElse(negative, inverse, hn::Mul(exponential, inverse));  // 1 - sigmoid
    const Vector inner_slope = hn::MulAdd(square, hn::Set(d, 1.5957691F * 3 * 0.044715F), hn::Set(d, 1.5957691F));
    slope = hn::MulAdd(hn::Mul(a, inner_slope), hn::Mul(sigmoid, other), sigmoid);
    return hn::Mul(a, sigmoid);
  }
};

template <class Function>
void vector_row(const Function& function, real* x, const real* bias, real* slope, Index count) {
  const Lanes d;
  Index j = 0;
  for (; j + lane_count <= count; j += lane_count) {
    Vector a = hn::LoadU(d, x + j);
    if (bias) a = hn::Add(a, hn::LoadU(d, bias + j));
    Vector derivative;
    hn::StoreU(function(a, derivative), d, x + j);
    hn::StoreU(derivative, d, slope + j);
  }
  if (j == count) return;
  const Partial rest(count - j);
  Vector a = rest.load(x + j);
  if (bias) a = hn::Add(a, rest.load(bias + j));
  Vector derivative;
  rest.store(function(a, derivative), x + j);
  rest.store(derivative, slope + j);
}

void gelu_row(real* x, const real* bias, real* slope, Index count) { vector_row(Gelu(), x, bias, slope, count); }

void gelu_tanh_row(real* x, const real* bias, real* slope, Index count) {
  vector_row(GeluTanh(), x, bias, slope, count);
}

#endif

void relu_row(real* __restrict x, const real* __restrict bias, Index count) {
  if (bias) {
#pragma omp simd
    for (Index j = 0; j < count; ++j) {
      const real a = x[j] + bias[j];
      x[j] = a > 0 ? a : 0;
    }
  } else {
#pragma omp simd
    for (Index j = 0; j < count; ++j) x[j] = x[j] > 0 ? x[j] : 0;
  }
}

}  // namespace

Activation activation_named(std::string_view name) {
  if (name == "relu") return Activation::relu;
  if (name == "gelu") return Activation::gelu;
  if (name == "gelu_tanh") return Activation::gelu_tanh;
  fail("activation: expected relu, gelu or gelu_tanh, not '{}'", name);
}

void activate(Activation activation, View<real> x, const real* bias, View<real> slope) {
  for (Index i = 0; i < x.rows; ++i) {
    switch (activation) {
      case Activation::relu:
        relu_row(x.row(i), bias, x.columns);
        break;
      case Activation::gelu:
        gelu_row(x.row(i), bias, slope.row(i), x.columns);
        break;
      case Activation::gelu_tanh:
        gelu_tanh_row(x.row(i), bias, slope.row(i), x.columns);
        break;
    }
  }
}

void activate_backward(Activation activation, View<real> d, View<const real> kept, real* d_bias) {
  for (Index i = 0; i < d.rows; ++i) {
    real* __restrict row = d.row(i);
    const real* __restrict saved = kept.row(i);
    if (activation == Activation::relu) {
#pragma omp simd
      for (Index j = 0; j < d.columns; ++j) row[j] = saved[j] > 0 ? row[j] : 0;
    } else {
#pragma omp simd
      for (Index j = 0; j < d.columns; ++j) row[j] *= saved[j];
    }
    if (d_bias) {
      real* __restrict sums = d_bias;
#pragma omp simd
      for (Index j = 0; j < d.columns; ++j) sums[j] += row[j];
    }
  }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
