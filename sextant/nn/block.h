// One block: attention and feed-forward network around a residual stream.
//   post-norm: h = norm1(attention(x) + x),       y = norm2(ff(h) + h)
//   pre-norm:  h = attention(norm1(x)) + x,       y = ff(norm2(h)) + h
// Act 1 (project) works row by row; act 2 (mix) needs whole samples.
#pragma once

#include "sextant/nn/attention.h"
#include "sextant/nn/feed_forward.h"
#include "sextant/nn/norm.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

/// Memory that lives only within one call, shared by all blocks so that it stays in the cache.
struct Scratch {
  Tensor sublayer;       // (rows, width) what attention or the feed-forward network adds to the stream
  Tensor d_middle;       // (rows, width)
  Tensor d_sublayer;     // (rows, width)
  Tensor d_mixed;        // (rows, mixed width)
  Tensor d_hidden;       // (rows, feed_forward)
  Tensor d_normalised;   // (rows, width)
  Tensor d_query_input;  // (queries, width)
};

/// Random sources of the two residual dropouts; nullptr: no dropout in this pass.
struct ResidualDropout {
  const Random* attention = nullptr;
  const Random* feed_forward = nullptr;
};

class Block {
 public:
  Block(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters, Index number,
        Scratch& scratch);

  Attention& attention() { return attention_; }
  /// Memory for project() of up to this many rows.
  void reserve(Index rows);
  /// Act 1: queries from the rows `query_rows` of x (or from all), keys and values from all. x must stay.
  void project(View<const real> x, RowIndex query_rows, bool all);
  /// dx += d loss / d x through the projections of the last project().
  void project_backward(View<const real> dq, View<const real> d_key_value, View<real> dx);

  /// Act 2: y (queries, width); residual (queries, width) is x at the queries. All arguments must stay.
  void mix(const Attention::Mixture& mixture, View<const real> residual, const Attention::Setting& setting,
           const ResidualDropout& dropout, View<real> y);
  /// d (queries, width) is d loss / d y and becomes d loss / d residual; dq and d_key_value are overwritten.
  void mix_backward(const Attention::Mixture& mixture, const Attention::Setting& setting,
                    const ResidualDropout& dropout, View<real> d, View<real> dq, View<real> d_key_value);

 private:
  void drop_rows(View<real> x, const Random& random, const Attention::Setting& setting) const;
  View<real> own_gradient(View<real> d, const Random* dropout, bool changes, const Attention::Setting& setting);

  Dimensions dimensions_;
  double dropout_rate_;
  Index number_;
  Scratch& scratch_;
  Norm norm1_;
  Attention attention_;
  Norm norm2_;
  FeedForward feed_forward_;

  View<const real> saved_input_;  // what was projected: x, or norm1(x)
  RowIndex saved_query_rows_;
  bool saved_all_ = true;
  Tensor saved_normalised_input_;    // (rows, width), pre-norm
  Tensor saved_query_input_;         // (queries, width), where not all rows ask
  Tensor saved_mixed_;               // (queries, mixed width)
  Tensor saved_middle_;              // (queries, width) the stream between the sublayers
  Tensor saved_feed_forward_input_;  // (queries, width), pre-norm: norm2(middle)
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
