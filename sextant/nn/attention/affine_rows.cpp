#include "sextant/nn/attention/affine_rows.h"

#include "sextant/math/product.h"
#include "sextant/math/rows.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

void AffineRows::prepare(View<const real> q, View<const real> keys, real scale) {
  length_ = q.rows - 1;
  scale_ = scale;
  multiply_transposed(q, keys, scores_.shape(q.rows, q.rows), Write::replace, scale);
  d_scores_.shape_zero(q.rows, q.rows);
}

void AffineRows::set_inputs(View<const real> inputs, Index room) {
  assert(inputs.columns == 1 && inputs.rows % length_ == 0);
  inputs_.reserve(room, 1);
  copy_to(inputs, inputs_.shape(inputs.rows, 1));
}

void AffineRows::look_up(View<const real> table, View<real> x) const {
  const real* __restrict slope = table.row(length_);
  for (Index i = 0; i < x.rows; ++i) {
    const real value = inputs_.data()[i];
    const real* __restrict from = table.row(i % length_);
    real* __restrict to = x.row(i);
#pragma omp simd
    for (Index j = 0; j < x.columns; ++j) to[j] = from[j] + value * slope[j];
  }
}

void AffineRows::gather(View<const real> dx, View<real> d_table) const {
  real* __restrict d_slope = d_table.row(length_);
  for (Index i = 0; i < dx.rows; ++i) {
    const real value = inputs_.data()[i];
    const real* __restrict from = dx.row(i);
    real* __restrict to = d_table.row(i % length_);
#pragma omp simd
    for (Index j = 0; j < dx.columns; ++j) {
      to[j] += from[j];
      d_slope[j] += value * from[j];
    }
  }
}

void AffineRows::score(Index sample, RowPositions queries, View<real> scores) const {
  const View<const real> table = scores_.view();
  const real* __restrict value = inputs_.data() + sample * length_;
  const real* __restrict of_weight = table.row(length_);
  for (Index i = 0; i < scores.rows; ++i) {
    const Index position = queries[static_cast<std::size_t>(i)];
    const real own = value[position];
    const real* __restrict from = table.row(position);
    const real slope = from[length_] + own * of_weight[length_];
    real* __restrict to = scores.row(i);
#pragma omp simd
    for (Index j = 0; j < scores.columns; ++j) to[j] = from[j] + slope * value[j] + own * of_weight[j];
  }
}

void AffineRows::score_backward(Index sample, RowPositions queries, View<const real> d_scores) {
  const View<real> d_table = d_scores_.view();
  const real* __restrict value = inputs_.data() + sample * length_;
  real* __restrict d_of_weight = d_table.row(length_);
  for (Index i = 0; i < d_scores.rows; ++i) {
    const Index position = queries[static_cast<std::size_t>(i)];
    const real own = value[position];
    const real* __restrict from = d_scores.row(i);
    real* __restrict to = d_table.row(position);
    real d_slope = 0;
#pragma omp simd reduction(+ : d_slope)
    for (Index j = 0; j < d_scores.columns; ++j) {
      to[j] += from[j];
      d_slope += from[j] * value[j];
      d_of_weight[j] += own * from[j];
    }
    to[length_] += d_slope;
    d_of_weight[length_] += own * d_slope;
  }
}

void AffineRows::finish(View<const real> q, View<const real> keys, View<real> dq, View<real> d_keys) const {
  multiply(d_scores_.view(), keys, dq, Write::replace, scale_);
  transposed_multiply(d_scores_.view(), q, d_keys, Write::replace, scale_);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
