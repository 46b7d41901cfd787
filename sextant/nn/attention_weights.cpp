// The weights of attention: projections, output, and the forms that leave some of them out.
#include <utility>

#include "sextant/nn/attention.h"

namespace sextant::inline SEXTANT_PRECISION {
namespace {

View<real> stacked(View<real> upper, View<real> lower) {
  assert(upper.data + upper.size() == lower.data && upper.columns == lower.columns);
  return {upper.data, upper.rows + lower.rows, upper.columns};
}

const real* value_or_null(const Parameter* parameter) { return parameter ? parameter->value.data : nullptr; }
real* gradient_or_null(const Parameter* parameter) { return parameter ? parameter->gradient.data : nullptr; }

}  // namespace

Attention::Attention(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters,
                     const std::string& name)
    : dimensions_(dimensions), dropout_rate_(options.dropout_attention), causal_(options.causal) {
  const auto declare = [&](const char* suffix, Role role, ParameterKind kind, Index rows, Index columns, Index fan_in) {
    return &parameters.add(
        {.name = name + suffix, .role = role, .kind = kind, .rows = rows, .columns = columns, .fan_in = fan_in});
  };
  const Index width = dimensions.width;
  const Index keys = dimensions.keys();
  const Index values = dimensions.values();
  const auto weight = ParameterKind::weight;
  const auto bias = ParameterKind::bias;
  query_ = declare(".query.weight", Role::query, weight, keys, width, width);
  key_ = declare(".key.weight", Role::key, weight, keys, width, width);
  value_ = declare(".value.weight", Role::value, weight, values, width, width);
  if (options.query_bias) query_bias_ = declare(".query.bias", Role::query, bias, 1, keys, width);
  if (options.key_bias) key_bias_ = declare(".key.bias", Role::key, bias, 1, keys, width);
  if (options.value_bias) value_bias_ = declare(".value.bias", Role::value, bias, 1, values, width);
  if (!options.attention_output) return;
  output_ = declare(".output.weight", Role::attention_output, weight, width, values, values);
  if (options.attention_output_bias)
    output_bias_ = declare(".output.bias", Role::attention_output, bias, 1, width, values);
}

bool Attention::allows(Form form, const Demand& demand) const {
  if (form == Form::plain) return true;
  if (dimensions_.heads > 1) return false;
  if (form == Form::table) return demand.distinct > 0 && output_;
  // lean takes it that a pattern sums to 1, and has no queries or keys of its own to turn or to look at
  const Position* position = demand.position;
  return !(demand.drops_pattern && value_bias_) && !(position && (position->rotates() || position->needs_queries()));
}

// Multiply-adds of a batch, forward only; backward is twice that in every form.
Index Attention::cost(Form form, const Demand& demand) const {
  const Index width = dimensions_.width;
  const Index keys = dimensions_.keys();
  const Index values = dimensions_.values();
  const Index output = output_ ? values * width : 0;
  const Index rows = demand.distinct > 0 ? demand.distinct : demand.rows;
  const Index queries = demand.distinct > 0 ? demand.distinct : demand.queries;
  const Index projections = (rows * (keys + values) + queries * keys) * width;
  if (form == Form::plain) return projections + demand.queries * (output + dimensions_.length * (keys + values));
  if (form == Form::table) return projections + rows * output + demand.queries * dimensions_.length * (keys + width);
  const Index merging = width * (keys * width + output);
  return merging + demand.queries * (2 * width * width + 2 * dimensions_.length * width);
}

Attention::Form Attention::cheapest_form(const Demand& demand) const {
  Form best = Form::plain;
  for (const Form form : {Form::table, Form::lean})
    if (allows(form, demand) && cost(form, demand) < cost(best, demand)) best = form;
  return best;
}

void Attention::prepare(Form form) {
  form_ = form;
  if (form != Form::lean) return;
  const Index width = dimensions_.width;
  // q k^T = (x Wq^T + bq) (y Wk^T + bk)^T; what depends on the query alone (bk) cancels in the softmax.
  transposed_multiply(query_->value, key_->value, asking_.shape(width, width), Write::replace);
  fill_zero(asking_bias_.shape(1, width));
  if (query_bias_) multiply(query_bias_->value, key_->value, asking_bias_.view(), Write::replace);
  // o = (sum_j p_j (x_j Wv^T + bv)) Wo^T + bo, and the pattern sums to 1
  fill_zero(answering_bias_.shape(1, width));
  if (output_) {
    multiply(output_->value, value_->value, answering_.shape(width, width), Write::replace);
    if (value_bias_) multiply_transposed(value_bias_->value, output_->value, answering_bias_.view(), Write::replace);
    add_bias(answering_bias_.view(), value_or_null(output_bias_));
  } else {
    copy_to(value_->value, answering_.shape(width, width));
    add_bias(answering_bias_.view(), value_or_null(value_bias_));
  }
  d_asking_.shape_zero(width, width);
  d_asking_bias_.shape_zero(1, width);
  d_answering_.shape_zero(width, width);
  d_answering_bias_.shape_zero(1, width);
}

void Attention::finish() {
  if (form_ != Form::lean) return;
  // asking = Wq^T Wk, asking_bias = bq Wk
  multiply_transposed(key_->value, d_asking_.view(), query_->gradient, Write::add);
  multiply(query_->value, d_asking_.view(), key_->gradient, Write::add);
  if (query_bias_) {
    transposed_multiply(query_bias_->value, d_asking_bias_.view(), key_->gradient, Write::add);
    multiply_transposed(d_asking_bias_.view(), key_->value, query_bias_->gradient, Write::add);
  }
  if (!output_) {
    add_to(d_answering_.view(), value_->gradient);
    add_column_sums(d_answering_bias_.view(), gradient_or_null(value_bias_));
    return;
  }
  // answering = Wo Wv, answering_bias = bv Wo^T + bo
  multiply_transposed(d_answering_.view(), value_->value, output_->gradient, Write::add);
  transposed_multiply(output_->value, d_answering_.view(), value_->gradient, Write::add);
  if (value_bias_) {
    transposed_multiply(d_answering_bias_.view(), value_bias_->value, output_->gradient, Write::add);
    multiply(d_answering_bias_.view(), output_->value, value_bias_->gradient, Write::add);
  }
  add_column_sums(d_answering_bias_.view(), gradient_or_null(output_bias_));
}

void Attention::reserve(Index rows) {
  saved_q_.reserve(rows, std::max(dimensions_.keys(), dimensions_.width));
  saved_key_value_.reserve(rows, dimensions_.keys() + dimensions_.values());
  if (form_ == Form::table) {
    saved_through_.reserve(rows, dimensions_.width);
    d_plain_.reserve(rows, dimensions_.keys() + dimensions_.values());
  }
}

void Attention::project(View<const real> query_input, View<const real> input) {
  saved_input_ = input;
  if (form_ == Form::lean) {
    const View<real> q = saved_q_.shape(query_input.rows, dimensions_.width);
    multiply(query_input, asking_.view(), q, Write::replace);
    if (query_bias_) add_bias(q, asking_bias_.data());
    return;
  }
  const View<real> q = saved_q_.shape(query_input.rows, dimensions_.keys());
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

View<real> Attention::key_value() {
  // Lean: nothing turns the keys in place there, so the cast is never used to write.
  if (form_ == Form::lean)
    return {const_cast<real*>(saved_input_.data), saved_input_.rows, saved_input_.columns, saved_input_.stride};
  return saved_key_value_.view();
}

View<real> Attention::keys() { return keys_in(key_value()); }

View<real> Attention::values() { return form_ == Form::table ? saved_through_.view() : values_in(key_value()); }

Index Attention::key_value_width() const {
  if (form_ == Form::lean) return dimensions_.width;
  return dimensions_.keys() + (form_ == Form::table ? dimensions_.width : dimensions_.values());
}

View<real> Attention::keys_in(View<real> key_value) const {
  return form_ == Form::lean ? key_value : key_value.slice_columns(0, dimensions_.keys());
}

View<real> Attention::values_in(View<real> key_value) const {
  if (form_ == Form::lean) return key_value;
  return key_value.slice_columns(dimensions_.keys(), key_value.columns - dimensions_.keys());
}

void Attention::project_backward(View<const real> query_input, View<const real> input, View<const real> dq,
                                 View<const real> d_key_value, View<real> d_query_input, View<real> d_input) {
  if (form_ == Form::lean) {
    // q = query_input asking + asking_bias; keys and values are the input itself
    transposed_multiply(query_input, dq, d_asking_.view(), Write::add);
    if (query_bias_) add_column_sums(dq, d_asking_bias_.data());
    multiply_transposed(dq, asking_.view(), d_query_input, Write::add);
    add_to(d_key_value, d_input);
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
}

Index Attention::mixed_width() const { return form_ == Form::plain ? dimensions_.values() : dimensions_.width; }

void Attention::output(View<const real> mixed, View<real> y) const {
  multiply_transposed(mixed, form_ == Form::lean ? answering_.view() : View<const real>(output_->value), y,
                      Write::replace);
}

const real* Attention::output_bias() const {
  return form_ == Form::lean ? answering_bias_.data() : value_or_null(output_bias_);
}

void Attention::output_backward(View<const real> mixed, View<const real> d_output, View<real> d_mixed) {
  if (form_ == Form::lean) {
    add_column_sums(d_output, d_answering_bias_.data());
    transposed_multiply(d_output, mixed, d_answering_.view(), Write::add);
    multiply(d_output, answering_.view(), d_mixed, Write::replace);
    return;
  }
  add_column_sums(d_output, gradient_or_null(output_bias_));
  if (!projects_output()) return;
  transposed_multiply(d_output, mixed, output_->gradient, Write::add);
  multiply(d_output, output_->value, d_mixed, Write::replace);
}

}  // namespace sextant::inline SEXTANT_PRECISION
