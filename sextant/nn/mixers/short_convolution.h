// A causal depthwise convolution over a few tokens, before a scan: y[t] = b + sum_k w[k] x[t + k - (width - 1)], zeros
// before the sample. Width 0: y = x.
#pragma once

#include "sextant/layers/linear.h"
#include "sextant/math/rows.h"
#include "sextant/nn/chunk.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class ShortConvolution {
 public:
  ShortConvolution(Parameters& parameters, const std::string& name, Index channels, Index width) : width_(width) {
    if (width == 0) return;
    weight_ = &parameters.add({.name = name + ".weight",
                               .role = Role::mixer_state,
                               .kind = ParameterKind::weight,
                               .rows = channels,
                               .columns = width,
                               .fan_in = width});
    bias_ = &parameters.add({.name = name + ".bias",
                             .role = Role::mixer_state,
                             .kind = ParameterKind::bias,
                             .rows = 1,
                             .columns = channels,
                             .fan_in = width});
  }

  void prepare() {  // one row of all channels for each place of the kernel
    if (width_ == 0) return;
    const View<real> taps = taps_.shape(width_, weight_->rows);
    for (Index k = 0; k < width_; ++k)
      for (Index j = 0; j < weight_->rows; ++j) taps(k, j) = weight_->value(j, k);
    d_taps_.shape_zero(width_, weight_->rows);
  }
  void finish() {
    for (Index k = 0; k < width_; ++k)
      for (Index j = 0; j < weight_->rows; ++j) weight_->gradient(j, k) += d_taps_.view()(k, j);
  }

  void forward(View<const real> x, const Chunk& chunk, View<real> y) {
    if (width_ == 0) return copy_to(x, y);
    fill_zero(y);
    add_bias(y, bias_->value.data);
    for (Index row = 0; row < x.rows; ++row)
      for (Index back = 0; back <= std::min(width_ - 1, row % chunk.length); ++back)
        add_product(x.columns, taps_.view().row(width_ - 1 - back), x.row(row - back), y.row(row));
  }
  /// dx = ...
  void backward(View<const real> x, const Chunk& chunk, View<const real> dy, View<real> dx) {
    if (width_ == 0) return copy_to(dy, dx);
    fill_zero(dx);
    add_column_sums(dy, bias_->gradient.data);
    for (Index row = 0; row < x.rows; ++row)
      for (Index back = 0; back <= std::min(width_ - 1, row % chunk.length); ++back) {
        add_product(x.columns, taps_.view().row(width_ - 1 - back), dy.row(row), dx.row(row - back));
        add_product(x.columns, x.row(row - back), dy.row(row), d_taps_.view().row(width_ - 1 - back));
      }
  }

 private:
  static void add_product(Index count, const real* __restrict a, const real* __restrict b, real* __restrict sum) {
#pragma omp simd
    for (Index j = 0; j < count; ++j) sum[j] += a[j] * b[j];
  }

  Index width_;
  Parameter* weight_ = nullptr;
  Parameter* bias_ = nullptr;
  Tensor taps_, d_taps_;  // (width, channels)
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
