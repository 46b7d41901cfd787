// The feed-forward network W2 f(W1 x + b1) + b2, with Ito's second activation around it as an option.
#include "sextant/math/rows.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

class Dense final : public FeedForward {
 public:
  using OwnOptions = NoOptions;
  Dense(const NoOptions&, const FeedForwardContext& context, Parameters& parameters)
      : activation_(context.dimensions.activation),
        second_(context.model.second_activation),
        width_(context.dimensions.width),
        hidden_(context.dimensions.feed_forward),
        in_(parameters, context.name + ".in", Role::feed_forward_in, width_, hidden_, context.model.feed_forward_bias),
        out_(parameters, context.name + ".out", Role::feed_forward_out, hidden_, width_,
             context.model.feed_forward_bias),
        scratch_(context.scratch) {}

  void forward(View<const real> x, const FeedSetting& setting, View<real> y) override {
    reserve(setting.room);
    const View<real> hidden = saved_hidden_.shape(x.rows, hidden_);
    const View<real> slope = activation_ == Activation::relu ? View<real>() : saved_slope_.shape(x.rows, hidden_);
    in_.forward(x, hidden);
    activate(activation_, hidden, in_.bias(), slope);
    tell(setting.taps, setting.block, "feed_forward.hidden", hidden);
    out_.forward(hidden, y);
    if (!second_) return;
    // ReLU keeps its result instead of a slope; y itself is overwritten by what follows.
    const View<real> kept = saved_second_slope_.shape(y.rows, y.columns);
    activate(activation_, y, out_.bias(), kept);
    if (activation_ == Activation::relu) copy_to(y, kept);
  }

  const real* bias_after() const override { return second_ ? nullptr : out_.bias(); }
  double cost_per_token() const override { return 2 * static_cast<double>(width_) * static_cast<double>(hidden_); }
  bool changes_gradient() const override { return second_; }

  void backward(View<const real> x, const FeedSetting& setting, View<real> d, View<real> dx, Write write) override {
    // y = f(hidden W2^T + b2) or hidden W2^T + b2
    if (second_)
      activate_backward(activation_, d, saved_second_slope_.view(), out_.bias_gradient());
    else
      add_column_sums(d, out_.bias_gradient());
    out_.backward_weight(saved_hidden_.view(), d);
    scratch_.d_hidden.reserve(setting.room, hidden_);
    const View<real> d_hidden = scratch_.d_hidden.shape(d.rows, hidden_);
    out_.backward_input(d, d_hidden, Write::replace);
    // hidden = f(x W1^T + b1)
    activate_backward(activation_, d_hidden,
                      activation_ == Activation::relu ? saved_hidden_.view() : saved_slope_.view(),
                      in_.bias_gradient());
    in_.backward_weight(x, d_hidden);
    in_.backward_input(d_hidden, dx, write);
  }

 private:
  void reserve(Index rows) {
    saved_hidden_.reserve(rows, hidden_);
    if (activation_ != Activation::relu) saved_slope_.reserve(rows, hidden_);
    if (second_) saved_second_slope_.reserve(rows, width_);
  }

  Activation activation_;
  bool second_;
  Index width_;
  Index hidden_;
  Linear in_;
  Linear out_;
  FeedScratch& scratch_;
  Tensor saved_hidden_;        // (rows, hidden) after the activation
  Tensor saved_slope_;         // (rows, hidden)
  Tensor saved_second_slope_;  // (rows, width)
};

}  // namespace

SEXTANT_DEFINE_FEEDFORWARD(dense, Dense)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
