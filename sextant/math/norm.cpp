#include "sextant/math/norm.h"

#include <cmath>

#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

// to = a + bias + residual; the sum of its elements comes back
real sum_row(const real* a, const real* bias, const real* residual, real* to, Index width) {
  real total = 0;
  if (bias && residual) {
#pragma omp simd reduction(+ : total)
    for (Index j = 0; j < width; ++j) total += (to[j] = a[j] + bias[j] + residual[j]);
  } else if (residual) {
#pragma omp simd reduction(+ : total)
    for (Index j = 0; j < width; ++j) total += (to[j] = a[j] + residual[j]);
  } else if (bias) {
#pragma omp simd reduction(+ : total)
    for (Index j = 0; j < width; ++j) total += (to[j] = a[j] + bias[j]);
  } else {
#pragma omp simd reduction(+ : total)
    for (Index j = 0; j < width; ++j) total += (to[j] = a[j]);
  }
  return total;
}

real centred_squares(const real* x, real mean, Index width) {
  real total = 0;
#pragma omp simd reduction(+ : total)
  for (Index j = 0; j < width; ++j) total += (x[j] - mean) * (x[j] - mean);
  return total;
}

const real* row_or_null(View<const real> view, Index i) { return view.data ? view.row(i) : nullptr; }

}  // namespace

void add_residual(View<const real> a, const real* bias, View<const real> residual, View<real> sum) {
  for (Index i = 0; i < a.rows; ++i) sum_row(a.row(i), bias, row_or_null(residual, i), sum.row(i), a.columns);
}

void add_and_normalise(NormKind kind, View<const real> a, const real* bias, View<const real> residual, View<real> sum,
                       const real* gain, const real* shift, real epsilon, View<real> normalised,
                       real* inverse_deviation, View<real> y) {
  const Index width = a.columns;
  const auto divisor = static_cast<real>(width);
  for (Index i = 0; i < a.rows; ++i) {
    real* x = sum.row(i);
    const real total = sum_row(a.row(i), bias, row_or_null(residual, i), x, width);
    const real mean = kind == NormKind::layer ? total / divisor : real(0);
    const real inverse = 1 / std::sqrt(centred_squares(x, mean, width) / divisor + epsilon);
    inverse_deviation[i] = inverse;
    real* unit = normalised.row(i);
    real* out = y.row(i);
    if (shift) {
#pragma omp simd
      for (Index j = 0; j < width; ++j) {
        const real value = (x[j] - mean) * inverse;
        unit[j] = value;
        out[j] = value * gain[j] + shift[j];
      }
    } else {
#pragma omp simd
      for (Index j = 0; j < width; ++j) {
        const real value = (x[j] - mean) * inverse;
        unit[j] = value;
        out[j] = value * gain[j];
      }
    }
  }
}

void normalise_backward(NormKind kind, View<const real> dy, View<const real> normalised, const real* inverse_deviation,
                        const real* gain, real* d_gain, real* d_shift, View<real> dx, Write write) {
  const Index width = dy.columns;
  const auto divisor = static_cast<real>(width);
  for (Index i = 0; i < dy.rows; ++i) {
    const real* d = dy.row(i);
    const real* unit = normalised.row(i);
    real mean_d = 0;       // of d_unit = dy gain
    real mean_d_unit = 0;  // of d_unit normalised
#pragma omp simd reduction(+ : mean_d, mean_d_unit)
    for (Index j = 0; j < width; ++j) {
      const real d_unit = d[j] * gain[j];
      mean_d += d_unit;
      mean_d_unit += d_unit * unit[j];
    }
    mean_d = kind == NormKind::layer ? mean_d / divisor : real(0);
    mean_d_unit /= divisor;
#pragma omp simd
    for (Index j = 0; j < width; ++j) d_gain[j] += d[j] * unit[j];
    if (d_shift) {
#pragma omp simd
      for (Index j = 0; j < width; ++j) d_shift[j] += d[j];
    }
    // unit = (x - mean) inverse  =>  dx = inverse (d_unit - mean(d_unit) - unit mean(d_unit unit))
    const real inverse = inverse_deviation[i];
    real* out = dx.row(i);
    if (write == Write::add) {
#pragma omp simd
      for (Index j = 0; j < width; ++j) out[j] += inverse * (d[j] * gain[j] - mean_d - unit[j] * mean_d_unit);
    } else {
#pragma omp simd
      for (Index j = 0; j < width; ++j) out[j] = inverse * (d[j] * gain[j] - mean_d - unit[j] * mean_d_unit);
    }
  }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
