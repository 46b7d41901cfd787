// Encodings that add a number per head and pair of positions to the scores: scores[q, j] += b_h(i, j), i the position
// of query q. A variant fills the numbers of pairs of tokens; whatever comes from or goes to a CLS token stays 0.
// Gradients are gathered per pair over the batch; the variant's finish() takes them to its parameters.
#pragma once

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

class ScoreBias : public Position {
 public:
  void prepare() override;
  bool adds_to_scores() const final { return true; }
  void add_to_scores(View<real> scores, View<const real> queries, Index head, real scale,
                     RowPositions query_positions) const final;
  void scores_backward(View<const real> d_scores, View<const real> queries, View<real> d_queries, Index head,
                       real scale, RowPositions query_positions) final;
  /// |b(s,s) - b(s,t)|, the mean of both directions (causal: the later token asks), Euclidean over the heads.
  Geometry geometry() const override;

 protected:
  /// `trained`: the numbers change with the parameters; otherwise the constructor of the variant calls refill().
  ScoreBias(const EncodingContext& context, bool trained);

  /// Fills the pairs of tokens of all heads: row row_of(head, token), column column_of(token).
  virtual void fill_bias(View<real> bias) const = 0;  // (heads*length, length)
  void refill() { fill_bias(bias_.view()); }
  View<const real> d_bias() const { return d_bias_.view(); }  // (heads*length, length)

  Index row_of(Index head, Index token) const { return head * length_ + column_of(token); }
  Index column_of(Index token) const { return length_ - count_ + token; }
  Index heads() const { return heads_; }
  Index count() const { return count_; }
  bool causal() const { return causal_; }

 private:
  Index heads_;
  Index length_;
  Index count_;
  bool causal_;
  bool trained_;
  Tensor bias_;    // (heads*length, length)
  Tensor d_bias_;  // the same, empty where nothing is trained
};

}  // namespace sextant::positions::inline SEXTANT_PRECISION
