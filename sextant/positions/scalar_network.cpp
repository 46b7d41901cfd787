#include "sextant/positions/scalar_network.h"

#include <algorithm>

namespace sextant::positions::inline SEXTANT_PRECISION {

ScalarNetwork::ScalarNetwork(const EncodingContext& context, Index hidden, Index most, Parameters& parameters)
    : hidden_(hidden), active_(1, most), d_active_(1, most) {
  const auto declare = [&](const char* name, ParameterKind kind, Index rows, Index columns, Index fan_in) {
    return &parameters.add({.name = context.prefix + name,
                            .role = Role::position,
                            .kind = kind,
                            .rows = rows,
                            .columns = columns,
                            .fan_in = fan_in});
  };
  in_weight_ = declare(".in.weight", ParameterKind::weight, hidden, 1, 1);
  in_weight_->carries_sigma = false;  // the output weights do
  in_bias_ = declare(".in.bias", ParameterKind::bias, 1, hidden, 1);
  out_weight_ = declare(".out.weight", ParameterKind::weight, context.heads, hidden, hidden);
  out_bias_ = declare(".out.bias", ParameterKind::bias, 1, context.heads, hidden);
}

void ScalarNetwork::fill_active(Index k, const real* u, Index count) const {
  const real weight = in_weight_->value(k, 0);
  const real bias = in_bias_->value(0, k);
  real* active = active_.data();
#pragma omp simd
  for (Index j = 0; j < count; ++j) {
    const real sum = weight * u[j] + bias;
    active[j] = sum > 0 ? sum : 0;
  }
}

void ScalarNetwork::forward(const real* u, View<real> y) const {
  for (Index head = 0; head < y.rows; ++head) std::fill_n(y.row(head), y.columns, out_bias_->value(0, head));
  const real* active = active_.data();
  for (Index k = 0; k < hidden_; ++k) {
    fill_active(k, u, y.columns);
    for (Index head = 0; head < y.rows; ++head) {
      const real weight = out_weight_->value(head, k);
      real* to = y.row(head);
#pragma omp simd
      for (Index j = 0; j < y.columns; ++j) to[j] += weight * active[j];
    }
  }
}

void ScalarNetwork::backward(const real* u, View<const real> dy, real* du) {
  std::fill_n(du, dy.columns, real(0));
  for (Index head = 0; head < dy.rows; ++head) {
    const real* from = dy.row(head);
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index j = 0; j < dy.columns; ++j) sum += from[j];
    out_bias_->gradient(0, head) += sum;
  }
  for (Index k = 0; k < hidden_; ++k) {
    fill_active(k, u, dy.columns);
    add_hidden_gradients(k, u, dy, du);
  }
}

void ScalarNetwork::add_hidden_gradients(Index k, const real* u, View<const real> dy, real* du) {
  const real* active = active_.data();
  real* d_active = d_active_.data();
  std::fill_n(d_active, dy.columns, real(0));
  // y_h += out_weight active
  for (Index head = 0; head < dy.rows; ++head) {
    const real* from = dy.row(head);
    const real out = out_weight_->value(head, k);
    real d_out = 0;
#pragma omp simd reduction(+ : d_out)
    for (Index j = 0; j < dy.columns; ++j) {
      d_out += from[j] * active[j];
      d_active[j] += out * from[j];
    }
    out_weight_->gradient(head, k) += d_out;
  }
  // active = ReLU(in_weight u + in_bias)
  const real weight = in_weight_->value(k, 0);
  real d_weight = 0;
  real d_bias = 0;
#pragma omp simd reduction(+ : d_weight, d_bias)
  for (Index j = 0; j < dy.columns; ++j) {
    const real d_sum = active[j] > 0 ? d_active[j] : 0;
    d_weight += d_sum * u[j];
    d_bias += d_sum;
    du[j] += d_sum * weight;
  }
  in_weight_->gradient(k, 0) += d_weight;
  in_bias_->gradient(0, k) += d_bias;
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
