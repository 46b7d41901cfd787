#include "sextant/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/math/real.h"
#include "sextant/math/vector_math.h"

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

real maximum(const real* row, Index count) {
  real largest = -std::numeric_limits<real>::infinity();
#pragma omp simd reduction(max : largest)
  for (Index j = 0; j < count; ++j) largest = row[j] > largest ? row[j] : largest;
  return largest;
}

// row = exp(row - shift); their sum comes back
real exponentials(real* row, real shift, Index count) {
#if SEXTANT_DOUBLE
  real total = 0;
  for (Index j = 0; j < count; ++j) total += (row[j] = std::exp(row[j] - shift));
  return total;
#else
  const Lanes d;
  const Vector away = hn::Set(d, shift);
  Vector total = hn::Zero(d);
  Index j = 0;
  for (; j + lane_count <= count; j += lane_count) {
    const Vector value = exp_nonpositive(hn::Sub(hn::LoadU(d, row + j), away));
    total = hn::Add(total, value);
    hn::StoreU(value, d, row + j);
  }
  if (j < count) {
    const Partial rest(count - j);
    const Vector value = exp_nonpositive(hn::Sub(rest.load(row + j), away));
    total = hn::Add(total, rest.keep(value));
    rest.store(value, row + j);
  }
  return hn::GetLane(hn::SumOfLanes(d, total));
#endif
}

void scale(real* row, real factor, Index count) {
#pragma omp simd
  for (Index j = 0; j < count; ++j) row[j] *= factor;
}

}  // namespace

real exponential_row(real* row, Index visible, Index columns) {
  const real total = exponentials(row, maximum(row, visible), visible);
  std::fill(row + visible, row + columns, real(0));
  return 1 / total;
}

void softmax_row(real* row, Index visible, Index columns) {
  scale(row, exponential_row(row, visible, columns), visible);
}

void softmax_backward(View<const real> pattern, View<real> d) {
  for (Index i = 0; i < d.rows; ++i) {
    const real* __restrict p = pattern.row(i);
    const real* __restrict row = d.row(i);
    real inner = 0;
#pragma omp simd reduction(+ : inner)
    for (Index j = 0; j < d.columns; ++j) inner += p[j] * row[j];
    softmax_backward(pattern.slice_rows(i, 1), &inner, d.slice_rows(i, 1));
  }
}

void softmax_backward(View<const real> exponentials, const real* inner, View<real> d) {
  for (Index i = 0; i < d.rows; ++i) {
    const real* __restrict e = exponentials.row(i);
    const real shift = inner[i];
    real* __restrict row = d.row(i);
#pragma omp simd
    for (Index j = 0; j < d.columns; ++j) row[j] = e[j] * (row[j] - shift);
  }
}

double cross_entropy_row(real* row, Index columns, Index label) {
  const real largest = maximum(row, columns);
  const double chosen = row[label] - largest;
  const real total = exponentials(row, largest, columns);
  scale(row, 1 / total, columns);
  return std::log(static_cast<double>(total)) - chosen;
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
