#include "sextant/positions/row_network.h"

#include "sextant/math/product.h"
#include "sextant/math/rows.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

RowNetwork::RowNetwork(const EncodingContext& context, const Shape& shape, Parameters& parameters) : shape_(shape) {
  const auto declare = [&](const char* name, ParameterKind kind, Index rows, Index columns, Index fan_in) {
    return &parameters.add({.name = context.prefix + name,
                            .role = Role::position,
                            .kind = kind,
                            .rows = rows,
                            .columns = columns,
                            .fan_in = fan_in});
  };
  in_weight_ = declare(".in.weight", ParameterKind::weight, shape.hidden, shape.inputs, shape.inputs);
  in_weight_->carries_sigma = false;  // the output weights do
  in_bias_ = declare(".in.bias", ParameterKind::bias, 1, shape.hidden, shape.inputs);
  out_weight_ = declare(".out.weight", ParameterKind::weight, shape.outputs, shape.hidden, shape.hidden);
  if (shape.out_bias) out_bias_ = declare(".out.bias", ParameterKind::bias, 1, shape.outputs, shape.hidden);
}

void RowNetwork::forward(View<const real> x, View<real> y, Kept& kept) const {
  const View<real> hidden = kept.hidden.shape(x.rows, shape_.hidden);
  multiply_transposed(x, in_weight_->value, hidden, Write::replace);
  activate(shape_.activation, hidden, in_bias_->value.data, kept.slope.shape(x.rows, shape_.hidden));
  multiply_transposed(hidden, out_weight_->value, y, Write::replace);
  if (out_bias_) add_bias(y, out_bias_->value.data);
}

void RowNetwork::backward(View<const real> x, View<const real> dy, Kept& kept, View<real> dx) {
  // y = hidden out_weight^T + out_bias
  transposed_multiply(dy, kept.hidden.view(), out_weight_->gradient, Write::add);
  if (out_bias_) add_column_sums(dy, out_bias_->gradient.data);
  const View<real> d_hidden = kept.d_hidden.shape(x.rows, shape_.hidden);
  multiply(dy, out_weight_->value, d_hidden, Write::replace);
  // hidden = f(x in_weight^T + in_bias)
  const View<const real> slope = shape_.activation == Activation::relu ? kept.hidden.view() : kept.slope.view();
  activate_backward(shape_.activation, d_hidden, slope, in_bias_->gradient.data);
  transposed_multiply(d_hidden, x, in_weight_->gradient, Write::add);
  if (dx.rows > 0) multiply(d_hidden, in_weight_->value, dx, Write::replace);
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
