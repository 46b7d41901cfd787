// The weights of attention: projections and output, in each of the five forms.
#include <utility>

#include "sextant/nn/attention/attention.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

View<real> stacked(View<real> upper, View<real> lower) {
  assert(upper.data + upper.size() == lower.data && upper.columns == lower.columns);
  return {upper.data, upper.rows + lower.rows, upper.columns};
}

}  // namespace

Attention::Attention(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters,
                     const std::string& name)
    : dimensions_(dimensions),
      dropout_rate_(options.dropout_attention),
      causal_(options.causal),
      window_(options.window) {
  const auto declare = [&](const char* suffix, Role role, ParameterKind kind, Index rows, Index columns, Index fan_in) {
    return &parameters.add(
        {.name = name + suffix, .role = role, .kind = kind, .rows = rows, .columns = columns, .fan_in = fan_in});
  };
  const Index width = dimensions.width;
  const Index queries = dimensions.queries();
  const Index keys = dimensions.keys();
  const Index values = dimensions.values();
  const Index mixed = dimensions.mixed();
  const auto weight = ParameterKind::weight;
  const auto bias = ParameterKind::bias;
  query_ = declare(".query.weight", Role::query, weight, queries, width, width);
  key_ = declare(".key.weight", Role::key, weight, keys, width, width);
  value_ = declare(".value.weight", Role::value, weight, values, width, width);
  if (options.query_bias) query_bias_ = declare(".query.bias", Role::query, bias, 1, queries, width);
  if (options.key_bias) key_bias_ = declare(".key.bias", Role::key, bias, 1, keys, width);
  if (options.value_bias) value_bias_ = declare(".value.bias", Role::value, bias, 1, values, width);
  if (!options.attention_output) return;
  output_ = declare(".output.weight", Role::attention_output, weight, width, mixed, mixed);
  if (options.attention_output_bias)
    output_bias_ = declare(".output.bias", Role::attention_output, bias, 1, width, mixed);
}

void Attention::reserve(Index queries, Index rows) {
  saved_q_.reserve(queries, std::max(dimensions_.queries(), dimensions_.width));
  saved_key_value_.reserve(rows, dimensions_.keys() + dimensions_.values());
  if (answers_first()) saved_through_.reserve(rows, dimensions_.width);
  if (form_ == Form::table) {
    d_plain_.reserve(rows, dimensions_.keys() + dimensions_.values());
  }
}

void Attention::project(View<const real> query_input, View<const real> input) {
  if (merges()) {
    const View<real> q = saved_q_.shape(query_input.rows, dimensions_.width);
    multiply(query_input, qk_.view(), q, Write::replace);
    if (query_bias_) add_bias(biased(q), qk_bias_.data());
    if (answers_first())
      multiply_transposed(input, ov_.view(), saved_through_.shape(input.rows, dimensions_.width), Write::replace);
    return;
  }
  const View<real> q = saved_q_.shape(query_input.rows, dimensions_.queries());
  multiply_transposed(query_input, query_->value, q, Write::replace);
  add_bias(q, value_or_null(query_bias_));
  const Index keys = dimensions_.keys();
  const View<real> key_value = saved_key_value_.shape(input.rows, keys + dimensions_.values());
  multiply_transposed(input, stacked(key_->value, value_->value), key_value, Write::replace);
  add_bias(key_value.slice_columns(0, keys), value_or_null(key_bias_));
  add_bias(key_value.slice_columns(keys, dimensions_.values()), value_or_null(value_bias_));
  if (form_ == Form::table)
    multiply_transposed(key_value.slice_columns(keys, dimensions_.values()), output_->value,
                        saved_through_.shape(input.rows, dimensions_.width), Write::replace);
}

View<const real> Attention::values(View<const real> input) const {
  return answers_first() ? View<const real>(saved_through_.view()) : values_in(key_value(input));
}

Index Attention::key_value_width() const {
  if (form_ == Form::lean) return dimensions_.width;
  return key_columns() + (answers_first() ? dimensions_.width : dimensions_.values());
}

void Attention::project_backward(View<const real> query_input, View<const real> input, View<const real> dq,
                                 View<const real> d_key_value, View<real> d_query_input, View<real> d_input) {
  if (merges()) {
    // q = query_input qk + qk_bias; the input itself is the keys, and lean: the values too
    transposed_multiply(query_input, dq, d_qk_.view(), Write::add);
    if (query_bias_) add_column_sums(biased(dq), d_qk_bias_.data());
    multiply_transposed(dq, qk_.view(), d_query_input, Write::add);
    add_to(d_key_value.slice_columns(0, dimensions_.width), d_input);
    if (form_ == Form::lean) return;
    // through = input ov^T
    const View<const real> d_through = d_key_value.slice_columns(dimensions_.width, dimensions_.width);
    transposed_multiply(d_through, input, d_ov_.view(), Write::add);
    multiply(d_through, ov_.view(), d_input, Write::add);
    return;
  }
  // q = query_input Wq^T + bq
  transposed_multiply(dq, query_input, query_->gradient, Write::add);
  add_column_sums(dq, gradient_or_null(query_bias_));
  multiply(dq, query_->value, d_query_input, Write::add);
  const Index keys = dimensions_.keys();
  const Index values = dimensions_.values();
  if (form_ == Form::table) {
    // through = v Wo^T
    const View<const real> d_through = d_key_value.slice_columns(keys, dimensions_.width);
    const View<real> d_plain = d_plain_.shape(d_key_value.rows, keys + values);
    copy_to(d_key_value.slice_columns(0, keys), d_plain.slice_columns(0, keys));
    multiply(d_through, output_->value, d_plain.slice_columns(keys, values), Write::replace);
    transposed_multiply(d_through, std::as_const(saved_key_value_).view().slice_columns(keys, values),
                        output_->gradient, Write::add);
    d_key_value = d_plain;
  }
  // (k v) = input (Wk Wv)^T + (bk bv)
  transposed_multiply(d_key_value, input, stacked(key_->gradient, value_->gradient), Write::add);
  add_column_sums(d_key_value.slice_columns(0, keys), gradient_or_null(key_bias_));
  add_column_sums(d_key_value.slice_columns(keys, values), gradient_or_null(value_bias_));
  multiply(d_key_value, stacked(key_->value, value_->value), d_input, Write::add);
  if (d_content_input_.rows() > 0) add_to(d_content_input_.view(), d_input);
}

Index Attention::mixed_width() const { return form_ == Form::plain ? dimensions_.mixed() : dimensions_.width; }

void Attention::output(View<const real> mixed, View<real> y) const {
  multiply_transposed(mixed, form_ == Form::lean ? ov_.view() : View<const real>(output_->value), y, Write::replace);
}

const real* Attention::output_bias() const { return merges() ? ov_bias_.data() : value_or_null(output_bias_); }

void Attention::output_backward(View<const real> mixed, View<const real> d_output, View<real> d_mixed) {
  if (merges()) {
    add_column_sums(d_output, d_ov_bias_.data());
    if (answers_first()) return;
    transposed_multiply(d_output, mixed, d_ov_.view(), Write::add);
    multiply(d_output, ov_.view(), d_mixed, Write::replace);
    return;
  }
  add_column_sums(d_output, gradient_or_null(output_bias_));
  if (!projects_output()) return;
  transposed_multiply(d_output, mixed, output_->gradient, Write::add);
  multiply(d_output, output_->value, d_mixed, Write::replace);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
