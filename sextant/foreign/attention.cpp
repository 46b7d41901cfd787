#include "sextant/foreign/attention.h"

#include <cmath>
#include <limits>

#include "sextant/math/real.h"
#include "sextant/math/rows.h"
#include "sextant/math/softmax.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

constexpr Index queries_of_block = 64;  // their scores stay in the cache, and a causal block leaves later keys out

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

void Attention::prepare(View<real> joint, Index head, AttentionRoom& room) const {
  const NormWeights& norm = head < shape_.heads ? weights_.query_norm : weights_.key_norm;
  const View<real> own = joint.slice_columns(head * shape_.head_width, shape_.head_width);
  if (norm.there()) apply_norm(Norm::rms, shape_.norm_epsilon, norm, own, own, room.norm);
  if (!turns_) return;
  const Index pairs = turns_->cosine.columns();
  for (Index t = 0; t < own.rows; ++t)
    (turns_->neighbours ? turn_neighbours : turn_halves)(own.row(t), turns_->cosine.view().row(t),
                                                         turns_->sine.view().row(t), pairs);
}

QueryBlock Attention::block_of_queries(Index first, Index length) const {
  QueryBlock block{first, std::min(queries_of_block, length - first), 0, length};
  const Index window = block_.window;
  if (window > 0) block.first_key = std::max(Index{0}, first - window + 1);
  if (window > 0 && !shape_.causal) block.end_key = std::min(length, first + block.count - 1 + window);
  if (shape_.causal) block.end_key = first + block.count;
  return block;
}

// Rows become exp(score - largest) of the keys that a query sees, 0 of the others.
void Attention::exponentials(const QueryBlock& block, Index length, View<real> scores, real* inverse_sums) const {
  for (Index i = 0; i < block.count; ++i) {
    const Index query = block.first + i, window = block_.window;
    const Index first = window > 0 ? std::max(Index{0}, query - window + 1) : 0;
    const Index end = shape_.causal ? query + 1 : window > 0 ? std::min(length, query + window) : length;
    real* row = scores.row(i);
    std::fill(row, row + first - block.first_key, real(0));
    inverse_sums[i] =
        exponential_row(row + first - block.first_key, end - first, scores.columns - first + block.first_key);
  }
}

// score_ij += (q_i . k^r_d(i,j) + k_j . q^r_d(i,j)) scale, where r is the table of relative positions
void Attention::add_disentangled(View<const real> query, View<const real> key, Index head, const QueryBlock& block,
                                 View<real> scores, Tensor& room) const {
  const Index span = shape_.span, width = shape_.head_width;
  const auto place = [&](Index distance) {
    const Index bucket = shape_.buckets > 0 ? log_bucket(distance, shape_.buckets, shape_.bucket_reach) : distance;
    return std::clamp(bucket + span, Index{0}, 2 * span - 1);
  };
  const auto distance = [&](Index i, Index j) { return block.first + i - block.first_key - j; };
  const auto scale = static_cast<real>(block_.scale);
  if (shape_.content_to_position) {
    const View<real> seen = room.shape(block.count, 2 * span);
    multiply_transposed(query, weights_.position_key.view().slice_columns(head * width, width), seen, Write::replace,
                        scale);
    for (Index i = 0; i < scores.rows; ++i)
      for (Index j = 0; j < scores.columns; ++j) scores(i, j) += seen(i, place(distance(i, j)));
  }
  if (shape_.position_to_content) {
    const View<real> seen = room.shape(key.rows, 2 * span);
    multiply_transposed(key, weights_.position_query.view().slice_columns(head * width, width), seen, Write::replace,
                        scale);
    for (Index i = 0; i < scores.rows; ++i)
      for (Index j = 0; j < scores.columns; ++j) scores(i, j) += seen(j, place(distance(i, j)));
  }
}

void Attention::apply(View<const real> joint, Index head, const Tensor* bias, View<real> mixed,
                      AttentionRoom& room) const {
  const Index length = joint.rows, width = shape_.head_width;
  const Index queries = shape_.heads * width, keys = shape_.key_heads * width;
  const Index shared = head / (shape_.heads / shape_.key_heads);
  const View<const real> query = joint.slice_columns(head * width, width);
  const View<const real> key = joint.slice_columns(queries + shared * width, width);
  const View<const real> value = joint.slice_columns(queries + keys + shared * width, width);
  const View<real> own = mixed.slice_columns(head * width, width);
  real inverse_sums[queries_of_block];
  for (Index first = 0; first < length; first += queries_of_block) {
    const QueryBlock block = block_of_queries(first, length);
    const View<const real> q = query.slice_rows(block.first, block.count);
    const View<const real> k = key.slice_rows(block.first_key, block.end_key - block.first_key);
    const View<real> scores = room.scores.shape(block.count, k.rows);
    multiply_transposed(q, k, scores, Write::replace, static_cast<real>(block_.scale));
    if (shape_.score_cap > 0)
      for (Index i = 0; i < scores.rows; ++i)
        for (Index j = 0; j < scores.columns; ++j)
          scores(i, j) = static_cast<real>(shape_.score_cap * std::tanh(scores(i, j) / shape_.score_cap));
    if (bias)
      for (Index i = 0; i < scores.rows; ++i) {
        const real* added = bias->view().row(head * length + block.first + i) + block.first_key;
        for (Index j = 0; j < scores.columns; ++j) scores(i, j) += added[j];
      }
    if (shape_.score_bias == ScoreBias::disentangled) add_disentangled(q, k, head, block, scores, room.position);
    exponentials(block, length, scores, inverse_sums);
    const View<real> to = own.slice_rows(block.first, block.count);
    multiply(scores, value.slice_rows(block.first_key, k.rows), to, Write::replace);
    scale_rows(to, inverse_sums);
  }
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
