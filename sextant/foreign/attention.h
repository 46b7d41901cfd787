// Attention over the tokens of one sample.
#pragma once

#include "sextant/foreign/loaded_weights.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

/// Cosines and sines of every position, (positions, pairs).
struct Turns {
  Tensor cosine, sine;
  bool neighbours = false;
};
Turns make_turns(const Rope& rope, Index length);

/// What is added to the scores whatever the tokens are, for samples of one length: (heads*length, length).
Tensor make_score_bias(const NetworkShape& shape, const Tensor& table, Index length);

/// Scratch of one thread.
struct AttentionRoom {
  Tensor scores, position, norm;
};

/// Rows of the scores that are looked at together: those of a block of queries, and as many keys as these see.
struct QueryBlock {
  Index first = 0, count = 0;
  Index first_key = 0, end_key = 0;
};

class Attention {
 public:
  Attention(const NetworkShape& shape, const BlockShape& block, const BlockWeights& weights, const Turns* turns)
      : shape_(shape), block_(block), weights_(weights), turns_(turns) {}

  /// Whether queries and keys are normed or turned before they meet.
  bool prepares() const { return turns_ || weights_.query_norm.there(); }
  /// Does so with one head of `joint` (length, queries + keys + values) in place; those of the keys are counted behind
  /// those of the queries.
  void prepare(View<real> joint, Index head, AttentionRoom& room) const;
  /// One head: its columns of mixed (length, heads*head_width). `bias` may be nullptr.
  void apply(View<const real> joint, Index head, const Tensor* bias, View<real> mixed, AttentionRoom& room) const;

 private:
  QueryBlock block_of_queries(Index first, Index length) const;
  void add_disentangled(View<const real> query, View<const real> key, Index head, const QueryBlock& block,
                        View<real> scores, Tensor& room) const;
  void exponentials(const QueryBlock& block, Index length, View<real> scores, real* inverse_sums) const;

  const NetworkShape& shape_;
  const BlockShape& block_;
  const BlockWeights& weights_;
  const Turns* turns_;
};

/// DeBERTa's distance, which log buckets bound: sign(d) (mid + ceil(log(|d| / mid) / log((reach - 1) / mid) (mid - 1)))
/// beyond mid = buckets / 2 (He et al. 2021, arXiv 2006.03654).
Index log_bucket(Index distance, Index buckets, Index reach);

/// T5's bucket of key j seen from query i, distance = j - i, both directions (Raffel et al. 2020).
Index t5_bucket(Index distance, Index buckets, Index reach);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
