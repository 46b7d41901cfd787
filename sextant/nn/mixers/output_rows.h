// The last weights of a mixer, for the rows that somebody reads: y = inner W^T + b at the queries.
#pragma once

#include "sextant/layers/linear.h"
#include "sextant/math/rows.h"
#include "sextant/nn/mix_setting.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class OutputRows {
 public:
  OutputRows(Parameters& parameters, const std::string& name, Index inputs, Index outputs, bool with_bias)
      : linear_(parameters, name + ".output", Role::mixer_output, inputs, outputs, with_bias) {}

  /// inner (samples*length, inputs), y (queries, outputs)
  void forward(View<const real> inner, const MixSetting& setting, View<real> y) {
    linear_.forward(rows_of(inner, setting), y);
    add_bias(y, linear_.bias());
  }
  /// d_inner (samples*length, inputs) = ..., of the inner of the last forward
  void backward(View<const real> inner, const MixSetting& setting, View<const real> dy, View<real> d_inner) {
    add_column_sums(dy, linear_.bias_gradient());
    if (setting.queries.all) {
      linear_.backward_weight(inner, dy);
      return linear_.backward_input(dy, d_inner, Write::replace);
    }
    linear_.backward_weight(saved_rows_.view(), dy);
    linear_.backward_input(dy, saved_rows_.view(), Write::replace);
    fill_zero(d_inner);
    scatter_add_rows(saved_rows_.view(), setting.queries.rows, d_inner);
  }

 private:
  View<const real> rows_of(View<const real> inner, const MixSetting& setting) {
    if (setting.queries.all) return inner;
    saved_rows_.reserve(setting.chunk.room, inner.columns);
    gather_rows(inner, setting.queries.rows, saved_rows_.shape(setting.queries.count(), inner.columns));
    return saved_rows_.view();
  }

  Linear linear_;
  Tensor saved_rows_;  // (queries, inputs), where not all rows are read
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
