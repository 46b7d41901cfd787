// Which form of attention costs least, and the merged weights of the lean ones.
#include "sextant/nn/attention/attention.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

bool Attention::allows(Form form, const Demand& demand) const {
  if (form == Form::plain) return true;
  if (dimensions_.heads > 1) return false;
  if (form == Form::table) return demand.distinct > 0 && output_;
  if (form == Form::lean_table && demand.distinct == 0) return false;
  if (form == Form::affine && !demand.affine) return false;
  // the lean ones take it that a pattern sums to 1, and have no queries or keys of their own to turn or to look at
  const Position* position = demand.position;
  return !(demand.drops_pattern && value_bias_) &&
         !(position && (position->rotates() || position->needs_queries() || position->reads_content()));
}

// Multiply-adds of a batch, forward only; backward is twice that in every form.
Index Attention::cost(Form form, const Demand& demand) const {
  const Index width = dimensions_.width;
  const Index keys = dimensions_.keys();
  const Index values = dimensions_.values();
  const Index asked = dimensions_.queries();
  const Index mixed = dimensions_.mixed();
  const Index output = output_ ? mixed * width : 0;
  const Index rows = demand.distinct > 0 ? demand.distinct : demand.rows;
  const Index queries = demand.distinct > 0 ? demand.distinct : demand.queries;
  const Index projections = (rows * (keys + values) + queries * asked) * width;
  if (form == Form::plain) return projections + demand.queries * (output + dimensions_.length * (asked + mixed));
  if (form == Form::table) return projections + rows * output + demand.queries * dimensions_.length * (keys + width);
  const Index merging = width * (keys * width + output);
  if (form == Form::lean_table)
    return merging + rows * 2 * width * width + demand.queries * dimensions_.length * 2 * width;
  if (form == Form::affine) {
    constexpr Index look_up = 4;  // two multiply-adds, and memory
    const Index table = (dimensions_.length + 1) * (2 * width * width + dimensions_.length * width);
    return merging + table + demand.queries * dimensions_.length * (width + look_up);
  }
  return merging + demand.queries * (2 * width * width + 2 * dimensions_.length * width);
}

Attention::Form Attention::cheapest_form(const Demand& demand) const {
  Form best = Form::plain;
  for (const Form form : {Form::table, Form::lean, Form::lean_table, Form::affine})
    if (allows(form, demand) && cost(form, demand) < cost(best, demand)) best = form;
  return best;
}

void Attention::prepare(Form form) {
  form_ = form;
  if (!merges()) return;
  const Index width = dimensions_.width;
  // q k^T = (x Wq^T + bq) (y Wk^T + bk)^T; what depends on the query alone (bk) cancels in the softmax.
  transposed_multiply(query_->value, key_->value, qk_.shape(width, width), Write::replace);
  fill_zero(qk_bias_.shape(1, width));
  if (query_bias_) multiply(query_bias_->value, key_->value, qk_bias_.view(), Write::replace);
  // o = (sum_j p_j (x_j Wv^T + bv)) Wo^T + bo, and the pattern sums to 1
  fill_zero(ov_bias_.shape(1, width));
  if (output_) {
    multiply(output_->value, value_->value, ov_.shape(width, width), Write::replace);
    if (value_bias_) multiply_transposed(value_bias_->value, output_->value, ov_bias_.view(), Write::replace);
    add_bias(ov_bias_.view(), value_or_null(output_bias_));
  } else {
    copy_to(value_->value, ov_.shape(width, width));
    add_bias(ov_bias_.view(), value_or_null(value_bias_));
  }
  d_qk_.shape_zero(width, width);
  d_qk_bias_.shape_zero(1, width);
  d_ov_.shape_zero(width, width);
  d_ov_bias_.shape_zero(1, width);
}

void Attention::finish() {
  if (!merges()) return;
  // qk = Wq^T Wk, qk_bias = bq Wk
  multiply_transposed(key_->value, d_qk_.view(), query_->gradient, Write::add);
  multiply(query_->value, d_qk_.view(), key_->gradient, Write::add);
  if (query_bias_) {
    transposed_multiply(query_bias_->value, d_qk_bias_.view(), key_->gradient, Write::add);
    multiply_transposed(d_qk_bias_.view(), key_->value, query_bias_->gradient, Write::add);
  }
  if (!output_) {
    add_to(d_ov_.view(), value_->gradient);
    add_column_sums(d_ov_bias_.view(), gradient_or_null(value_bias_));
    return;
  }
  // ov = Wo Wv, ov_bias = bv Wo^T + bo
  multiply_transposed(d_ov_.view(), value_->value, output_->gradient, Write::add);
  transposed_multiply(output_->value, d_ov_.view(), value_->gradient, Write::add);
  if (value_bias_) {
    transposed_multiply(d_ov_bias_.view(), value_bias_->value, output_->gradient, Write::add);
    multiply(d_ov_bias_.view(), output_->value, value_bias_->gradient, Write::add);
  }
  add_column_sums(d_ov_bias_.view(), gradient_or_null(output_bias_));
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
