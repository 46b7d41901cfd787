#include "sextant/foreign/attention.h"

#include <cmath>
#include <limits>

#include "sextant/math/real.h"
#include "sextant/math/softmax.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

void turn_halves(real* x, const real* cosine, const real* sine, Index pairs) {
  for (Index j = 0; j < pairs; ++j) {
    const real first = x[j], second = x[j + pairs];
    x[j] = first * cosine[j] - second * sine[j];
    x[j + pairs] = second * cosine[j] + first * sine[j];
  }
}

void turn_neighbours(real* x, const real* cosine, const real* sine, Index pairs) {
  for (Index j = 0; j < pairs; ++j) {
    const real first = x[2 * j], second = x[2 * j + 1];
    x[2 * j] = first * cosine[j] - second * sine[j];
    x[2 * j + 1] = second * cosine[j] + first * sine[j];
  }
}

}  // namespace

Turns make_turns(const Rope& rope, Index length) {
  const auto frequencies = rope_frequencies(rope, length);
  const double magnitude = rope_magnitude(rope);
  Turns turns;
  turns.neighbours = rope.neighbours;
  const View<real> cosine = turns.cosine.shape(length, static_cast<Index>(frequencies.size()));
  const View<real> sine = turns.sine.shape(length, cosine.columns);
  for (Index t = 0; t < length; ++t)
    for (Index j = 0; j < cosine.columns; ++j) {
      // In float, as the implementations multiply: at position 100,000 that is an angle off by up to 0.004.
      const float angle = static_cast<float>(t) * static_cast<float>(frequencies[static_cast<std::size_t>(j)]);
      cosine(t, j) = static_cast<real>(std::cos(static_cast<double>(angle)) * magnitude);
      sine(t, j) = static_cast<real>(std::sin(static_cast<double>(angle)) * magnitude);
    }
  return turns;
}

void Attention::prepare(View<real> joint, Index heads, const NormWeights& norm, AttentionRoom& room) const {
  for (Index head = 0; head < heads; ++head) {
    const View<real> own = joint.slice_columns(head * shape_.head_width, shape_.head_width);
    if (norm.there()) apply_norm(Norm::rms, shape_.norm_epsilon, norm, own, own, room.norm);
    if (!turns_) continue;
    const Index pairs = turns_->cosine.columns();
    for (Index t = 0; t < own.rows; ++t)
      (turns_->neighbours ? turn_neighbours : turn_halves)(own.row(t), turns_->cosine.view().row(t),
                                                           turns_->sine.view().row(t), pairs);
  }
}

void Attention::mask_and_normalise(View<real> scores) const {
  const Index length = scores.rows;
  for (Index i = 0; i < length; ++i) {
    const Index window = block_.window;
    const Index first = window > 0 ? std::max(Index{0}, i - window + 1) : 0;
    const Index end = shape_.causal ? i + 1 : window > 0 ? std::min(length, i + window) : length;
    real* row = scores.row(i);
    std::fill(row, row + first, real(0));
    softmax_row(row + first, end - first, length - first);
  }
}

// score_ij += (q_i . k^r_d(i,j) + k_j . q^r_d(i,j)) scale, where r is the table of relative positions
void Attention::add_disentangled(View<const real> query, View<const real> key, Index head, View<real> scores,
                                 Tensor& room) const {
  const Index length = scores.rows, span = shape_.span, width = shape_.head_width;
  const auto place = [&](Index distance) {
    const Index bucket = shape_.buckets > 0 ? log_bucket(distance, shape_.buckets, shape_.bucket_reach) : distance;
    return std::clamp(bucket + span, Index{0}, 2 * span - 1);
  };
  const auto scale = static_cast<real>(block_.scale);
  if (shape_.content_to_position) {
    const View<real> seen = room.shape(length, 2 * span);
    multiply_transposed(query, weights_.position_key.view().slice_columns(head * width, width), seen, Write::replace,
                        scale);
    for (Index i = 0; i < length; ++i)
      for (Index j = 0; j < length; ++j) scores(i, j) += seen(i, place(i - j));
  }
  if (shape_.position_to_content) {
    const View<real> seen = room.shape(length, 2 * span);
    multiply_transposed(key, weights_.position_query.view().slice_columns(head * width, width), seen, Write::replace,
                        scale);
    for (Index i = 0; i < length; ++i)
      for (Index j = 0; j < length; ++j) scores(i, j) += seen(j, place(i - j));
  }
}

void Attention::apply(View<real> joint, const Tensor* bias, View<real> mixed, AttentionRoom& room) const {
  const Index length = joint.rows, width = shape_.head_width;
  const Index queries = shape_.heads * width, keys = shape_.key_heads * width;
  const View<real> query = joint.slice_columns(0, queries), key = joint.slice_columns(queries, keys);
  const View<real> value = joint.slice_columns(queries + keys, keys);
  prepare(query, shape_.heads, weights_.query_norm, room);
  prepare(key, shape_.key_heads, weights_.key_norm, room);
  const Index shared = shape_.heads / shape_.key_heads;
  const View<real> scores = room.scores.shape(length, length);
  for (Index head = 0; head < shape_.heads; ++head) {
    const View<const real> q = query.slice_columns(head * width, width);
    const View<const real> k = key.slice_columns(head / shared * width, width);
    multiply_transposed(q, k, scores, Write::replace, static_cast<real>(block_.scale));
    if (shape_.score_cap > 0)
      for (Index i = 0; i < length; ++i)
        for (Index j = 0; j < length; ++j)
          scores(i, j) = static_cast<real>(shape_.score_cap * std::tanh(scores(i, j) / shape_.score_cap));
    if (bias)
      for (Index i = 0; i < length; ++i) {
        const real* added = bias->view().row(head * length + i);
        for (Index j = 0; j < length; ++j) scores(i, j) += added[j];
      }
    if (shape_.score_bias == ScoreBias::disentangled) add_disentangled(q, k, head, scores, room.position);
    mask_and_normalise(scores);
    multiply(scores, value.slice_columns(head / shared * width, width), mixed.slice_columns(head * width, width),
             Write::replace);
  }
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
