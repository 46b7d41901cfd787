// y = x W^T + b, W (outputs, inputs). The bias is left to the pass that follows, which reads y anyway.
#pragma once

#include "sextant/layers/parameter.h"
#include "sextant/math/product.h"

namespace sextant::layers::inline SEXTANT_PRECISION {

/// A bias that may be absent.
inline const real* value_or_null(const Parameter* parameter) { return parameter ? parameter->value.data : nullptr; }
inline real* gradient_or_null(const Parameter* parameter) { return parameter ? parameter->gradient.data : nullptr; }

class Linear {
 public:
  Linear() = default;
  Linear(Parameters& parameters, const std::string& name, Role role, Index inputs, Index outputs, bool with_bias)
      : weight_(&parameters.add({.name = name + ".weight",
                                 .role = role,
                                 .kind = ParameterKind::weight,
                                 .rows = outputs,
                                 .columns = inputs,
                                 .fan_in = inputs})) {
    if (with_bias)
      bias_ = &parameters.add({.name = name + ".bias",
                               .role = role,
                               .kind = ParameterKind::bias,
                               .rows = 1,
                               .columns = outputs,
                               .fan_in = inputs});
  }

  void forward(View<const real> x, View<real> y) const {  // x (rows, inputs), y (rows, outputs)
    multiply_transposed(x, weight_->value, y, Write::replace);
  }
  void backward_weight(View<const real> x, View<const real> dy) const {
    transposed_multiply(dy, x, weight_->gradient, Write::add);
  }
  void backward_input(View<const real> dy, View<real> dx, Write write) const {
    multiply(dy, weight_->value, dx, write);
  }

  View<const real> weight() const { return weight_->value; }
  const real* bias() const { return value_or_null(bias_); }
  real* bias_gradient() const { return gradient_or_null(bias_); }

 private:
  Parameter* weight_ = nullptr;
  Parameter* bias_ = nullptr;
};

}  // namespace sextant::layers::inline SEXTANT_PRECISION
