// One block: a mixer and a feed-forward network around a residual stream.
//   post-norm: h = norm1(mixer(x) + x),       y = norm2(ff(h) + h)
//   pre-norm:  h = mixer(norm1(x)) + x,       y = ff(norm2(h)) + h
// forward and backward take any mixer. A plan of attention instead works in two acts: project, row by row, and mix,
// which needs whole samples (docs/adr/0005-exact-savings.md).
#pragma once

#include "sextant/nn/attention/attention.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/mixers/mixer.h"
#include "sextant/nn/norm.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

/// Memory that lives only within one call, shared by all blocks so that it stays in the cache.
struct Scratch {
  FeedScratch feed;
  Tensor sublayer;       // (rows, width) what the mixer or the feed-forward network adds to the stream
  Tensor d_middle;       // (rows, width)
  Tensor d_sublayer;     // (rows, width)
  Tensor d_mixed;        // (rows, mixed width)
  Tensor d_normalised;   // (rows, width)
  Tensor d_query_input;  // (queries, width)
};

/// Random sources of the two residual dropouts; nullptr: no dropout in this pass.
struct ResidualDropout {
  const Random* mixer = nullptr;
  const Random* feed_forward = nullptr;
};

class Block {
 public:
  /// `ragged`: samples may be shorter than the model's length.
  Block(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters, Index number, bool ragged,
        Scratch& scratch);

  Mixer& mixer() { return *mixer_; }
  double cost_per_token() const { return mixer_->cost_per_token(dimensions_) + feed_forward_->cost_per_token(); }
  bool counts_every_row() const { return feed_forward_->counts_every_row(); }
  double auxiliary_loss() const { return feed_forward_->auxiliary_loss(); }

  /// y (queries, width) from x (rows, width); residual (queries, width) is x at the queries, or the latents that read
  /// x.
  void forward(View<const real> x, View<const real> residual, const MixSetting& setting, const ResidualDropout& dropout,
               View<real> y);
  /// d (queries, width) is d loss / d y and becomes d loss / d residual.
  void backward(const MixSetting& setting, const ResidualDropout& dropout, View<real> d);
  /// Then dx (rows, width) += d loss / d x through the mixer, from the x of forward; dx may be the d of before.
  void backward_input(View<const real> x, const MixSetting& setting, View<real> dx);

  // The acts of a plan.
  bool has_attention() const { return attention_ != nullptr; }
  Attention& attention() { return *attention_; }
  /// Memory for project() of up to this many rows.
  void reserve(Index rows);
  /// Act 1: queries from the rows of x that ask (nullptr: all), keys and values from all.
  void project(View<const real> x, const QuerySet* queries);
  /// What the attention saw of the x of project(): x, or norm1(x).
  View<const real> mixer_input(View<const real> x) const {
    return dimensions_.pre_norm ? View<const real>(saved_normalised_input_.view()) : x;
  }
  /// dx += d loss / d x through the projections of the last project(), of the same x and queries.
  void project_backward(View<const real> x, const QuerySet* queries, View<const real> dq, View<const real> d_key_value,
                        View<real> dx);

  /// Act 2: y (queries, width); residual (queries, width) is x at the queries.
  void mix(const Attention::Mixture& mixture, View<const real> residual, const MixSetting& setting,
           const ResidualDropout& dropout, View<real> y);
  /// Of the same mixture: d (queries, width) is d loss / d y and becomes d loss / d residual; dq and d_key_value are
  /// overwritten.
  void mix_backward(const Attention::Mixture& mixture, const MixSetting& setting, const ResidualDropout& dropout,
                    View<real> d, View<real> dq, View<real> d_key_value);

 private:
  void normalise_input(View<const real> x);
  FeedSetting feed_setting(const MixSetting& setting) const;
  void complete(View<real> mixed, const real* bias, View<const real> residual, const MixSetting& setting,
                const ResidualDropout& dropout, View<real> y);
  void complete_backward(const MixSetting& setting, const ResidualDropout& dropout, View<real> d);
  void drop_rows(View<real> x, const Random& random, const MixSetting& setting) const;
  View<real> own_gradient(View<real> d, const Random* dropout, bool changes, const MixSetting& setting);

  Dimensions dimensions_;
  double dropout_rate_;
  Index number_;
  Scratch& scratch_;
  Norm norm1_;
  std::unique_ptr<Mixer> mixer_;
  Attention* attention_;  // the mixer's, or nullptr
  Norm norm2_;
  std::unique_ptr<FeedForward> feed_forward_;

  Tensor saved_normalised_input_;    // (rows, width), pre-norm
  Tensor saved_query_input_;         // (queries, width), where not all rows ask
  Tensor saved_mixed_;               // (queries, mixed width), in a plan
  Tensor saved_middle_;              // (queries, width) the stream between the sublayers
  Tensor saved_feed_forward_input_;  // (queries, width), pre-norm: norm2(middle)
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
