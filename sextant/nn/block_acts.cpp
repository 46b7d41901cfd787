// The two acts of a plan of attention: project, row by row, and mix, sample by sample.
#include "sextant/nn/block.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

void Block::reserve(Index rows) {
  if (dimensions_.pre_norm) {
    saved_normalised_input_.reserve(rows, dimensions_.width);
    scratch_.d_normalised.reserve(rows, dimensions_.width);
  }
  norm1_.reserve(rows, dimensions_.width);
  saved_query_input_.reserve(rows, dimensions_.width);
  scratch_.d_query_input.reserve(rows, dimensions_.width);
  attention_->reserve(rows);
}

void Block::project(View<const real> x, const QuerySet* queries) {
  normalise_input(x);
  const View<const real> input = mixer_input(x);
  View<const real> query_input = input;
  if (queries && !queries->all) {
    saved_query_input_.reserve(x.rows, x.columns);
    const View<real> gathered = saved_query_input_.shape(queries->count(), x.columns);
    gather_rows(input, queries->places, gathered);
    query_input = gathered;
  }
  attention_->reserve(x.rows);
  attention_->project(query_input, input);
}

void Block::project_backward(View<const real> x, const QuerySet* queries, View<const real> dq,
                             View<const real> d_key_value, View<real> dx) {
  const View<const real> input = mixer_input(x);
  View<real> d_input = dx;
  if (dimensions_.pre_norm) d_input = scratch_.d_normalised.shape_zero(dx.rows, dx.columns);
  if (!queries || queries->all) {
    attention_->project_backward(input, input, dq, d_key_value, d_input, d_input);
  } else {
    scratch_.d_query_input.reserve(dx.rows, dx.columns);
    const View<real> d_query_input = scratch_.d_query_input.shape_zero(dq.rows, dx.columns);
    attention_->project_backward(saved_query_input_.view(), input, dq, d_key_value, d_query_input, d_input);
    scatter_add_rows(d_query_input, queries->places, d_input);
  }
  if (dimensions_.pre_norm) norm1_.backward(d_input, dx, Write::add);
}

void Block::mix(const Attention::Mixture& mixture, View<const real> residual, const MixSetting& setting,
                const ResidualDropout& dropout, View<real> y) {
  const Index rows = residual.rows;
  const Index most = setting.chunk.room;
  scratch_.sublayer.reserve(most, dimensions_.width);
  saved_mixed_.reserve(most, attention_->mixed_width());
  const View<real> mixed = saved_mixed_.shape(rows, attention_->mixed_width());
  attention_->mix(mixture, setting, mixed);
  View<real> attended = mixed;  // backward needs it, so what is written into is a copy
  if (attention_->projects_output() || dropout.mixer) attended = scratch_.sublayer.shape(rows, dimensions_.width);
  if (attention_->projects_output())
    attention_->output(mixed, attended);
  else if (dropout.mixer)
    copy_to(mixed, attended);
  const real* bias = attention_->output_bias();
  if (dropout.mixer) {
    add_bias(attended, bias);
    bias = nullptr;
  }
  complete(attended, bias, residual, setting, dropout, y);
}

void Block::mix_backward(const Attention::Mixture& mixture, const MixSetting& setting, const ResidualDropout& dropout,
                         View<real> d, View<real> dq, View<real> d_key_value) {
  complete_backward(setting, dropout, d);
  const View<real> d_output = own_gradient(d, dropout.mixer, false, setting);
  View<real> d_mixed = d_output;
  if (attention_->projects_output()) {
    scratch_.d_mixed.reserve(setting.chunk.room, attention_->mixed_width());
    d_mixed = scratch_.d_mixed.shape(d.rows, attention_->mixed_width());
  }
  attention_->output_backward(saved_mixed_.view(), d_output, d_mixed);
  attention_->mix_backward(mixture, setting, saved_mixed_.view(), d_mixed, dq, d_key_value);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
