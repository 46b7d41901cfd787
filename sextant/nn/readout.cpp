#include "sextant/nn/readout.h"

#include <algorithm>

#include "sextant/math/softmax.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Readout::Readout(const ModelOptions& options, const Dimensions& dimensions, const TaskShape& shape,
                 Parameters& parameters, Parameter* tied)
    : shape_(shape), cls_(options.cls), has_norm_(options.final_norm) {
  if (has_norm_) norm_ = Norm(parameters, "final_norm", dimensions, options.norm_epsilon);
  weight_ = tied ? tied
                 : &parameters.add({.name = "readout.weight",
                                    .role = Role::readout,
                                    .kind = ParameterKind::weight,
                                    .rows = shape.outputs,
                                    .columns = dimensions.width,
                                    .fan_in = dimensions.width});
  if (options.readout_bias)
    bias_ = &parameters.add({.name = "readout.bias",
                             .role = Role::readout,
                             .kind = ParameterKind::bias,
                             .rows = 1,
                             .columns = shape.outputs,
                             .fan_in = dimensions.width});
}

// The mean over a sample's tokens, CLS and padding not among them.
void Readout::pool(View<const real> rows, const Chunk& chunk, View<real> pooled) const {
  fill_zero(pooled);
  for (Index sample = 0; sample < chunk.samples; ++sample) {
    const auto share = 1 / static_cast<real>(chunk.length_of(sample) - (cls_ ? 1 : 0));
    real* target = pooled.row(sample);
    for (Index token = cls_ ? 1 : 0; token < chunk.length_of(sample); ++token) {
      const real* row = rows.row(sample * chunk.length + token);
#pragma omp simd
      for (Index j = 0; j < rows.columns; ++j) target[j] += share * row[j];
    }
  }
}

void Readout::unpool(View<const real> d_pooled, const Chunk& chunk, View<real> d_rows) const {
  fill_zero(d_rows);
  for (Index sample = 0; sample < chunk.samples; ++sample) {
    const auto share = 1 / static_cast<real>(chunk.length_of(sample) - (cls_ ? 1 : 0));
    const real* d = d_pooled.row(sample);
    for (Index token = cls_ ? 1 : 0; token < chunk.length_of(sample); ++token) {
      real* row = d_rows.row(sample * chunk.length + token);
#pragma omp simd
      for (Index j = 0; j < d_rows.columns; ++j) row[j] = share * d[j];
    }
  }
}

// Where the label or target of a readout row stands in the batch: by sample, or by token.
Index Readout::batch_row(Index row, const Chunk& chunk) const {
  if (shape_.readout != ReadoutPlace::every && shape_.readout != ReadoutPlace::masked) return chunk.first_sample + row;
  const Index chunk_row = chunk.wanted.rows[static_cast<std::size_t>(row)];
  const Index token = chunk_row % chunk.length - (cls_ ? 1 : 0);
  return (chunk.first_sample + chunk_row / chunk.length) * shape_.length + token;
}

Score Readout::forward(View<const real> stream, const Chunk& chunk, const Batch& batch, Taps* taps) {
  saved_input_ = stream;
  if (has_norm_) {
    saved_normed_.reserve(chunk.room, stream.columns);
    const View<real> normed = saved_normed_.shape(stream.rows, stream.columns);
    norm_.forward(stream, nullptr, {}, {}, normed);
    saved_input_ = normed;
  }
  tell(taps, "final", saved_input_);
  if (shape_.readout == ReadoutPlace::pooled) {
    saved_pooled_.reserve(chunk.ragged() ? chunk.room : chunk.samples, stream.columns);
    const View<real> pooled = saved_pooled_.shape(chunk.samples, stream.columns);
    pool(saved_input_, chunk, pooled);
    saved_input_ = pooled;
  }
  saved_outputs_.reserve(chunk.room, shape_.outputs);
  const View<real> outputs = saved_outputs_.shape(saved_input_.rows, shape_.outputs);
  multiply_transposed(saved_input_, weight_->value, outputs, Write::replace);
  add_bias(outputs, bias_ ? bias_->value.data : nullptr);
  tell(taps, "outputs", outputs);
  return shape_.loss == LossKind::cross_entropy ? cross_entropy(chunk, batch) : squared_error(chunk, batch);
}

Score Readout::cross_entropy(const Chunk& chunk, const Batch& batch) {
  const View<const real> outputs = saved_outputs_.view();
  d_outputs_.reserve(chunk.room, outputs.columns);
  const View<real> d = d_outputs_.shape(outputs.rows, outputs.columns);
  Score score;
  for (Index i = 0; i < outputs.rows; ++i) {
    const std::int32_t label = batch.labels[static_cast<std::size_t>(batch_row(i, chunk))];
    real* row = d.row(i);
    if (label == Batch::unscored) {
      std::fill_n(row, outputs.columns, real(0));
      continue;
    }
    const real* logits = outputs.row(i);
    score.correct += std::max_element(logits, logits + outputs.columns) - logits == label ? 1 : 0;
    std::copy_n(logits, outputs.columns, row);
    score.loss += cross_entropy_row(row, outputs.columns, label);
    row[label] -= 1;  // d(-log p[label]) / d logits = p - onehot
    ++score.rows;
  }
  score.terms = score.rows;
  return score;
}

Score Readout::squared_error(const Chunk& chunk, const Batch& batch) {
  const View<const real> outputs = saved_outputs_.view();
  d_outputs_.reserve(chunk.room, outputs.columns);
  const View<real> d = d_outputs_.shape(outputs.rows, outputs.columns);
  Score score;
  for (Index i = 0; i < outputs.rows; ++i) {
    const double* target = batch.targets.data() + batch_row(i, chunk) * outputs.columns;
    for (Index j = 0; j < outputs.columns; ++j) {
      const real error = outputs(i, j) - static_cast<real>(target[j]);
      score.loss += static_cast<double>(error) * static_cast<double>(error);
      d(i, j) = 2 * error;
    }
  }
  score.rows = outputs.rows;
  score.terms = outputs.rows * outputs.columns;
  return score;
}

void Readout::backward(real weight, const Chunk& chunk, View<real> d_stream) {
  const View<real> d = d_outputs_.view();
  for (Index i = 0; i < d.rows; ++i)
    for (Index j = 0; j < d.columns; ++j) d(i, j) *= weight;
  // outputs = input W^T + b
  transposed_multiply(d, saved_input_, weight_->gradient, Write::add);
  add_column_sums(d, bias_ ? bias_->gradient.data : nullptr);
  View<real> d_input = d_stream;
  if (shape_.readout == ReadoutPlace::pooled) {
    d_pooled_.reserve(chunk.ragged() ? chunk.room : chunk.samples, d_stream.columns);
    const View<real> d_pooled = d_pooled_.shape(d.rows, d_stream.columns);
    multiply(d, weight_->value, d_pooled, Write::replace);
    unpool(d_pooled, chunk, d_stream);
  } else {
    multiply(d, weight_->value, d_input, Write::replace);
  }
  if (!has_norm_) return;
  d_normed_.reserve(chunk.room, d_stream.columns);
  const View<real> d_normed = d_normed_.shape(d_stream.rows, d_stream.columns);
  copy_to(d_stream, d_normed);
  norm_.backward(d_normed, d_stream, Write::replace);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
