#include "sextant/nn/feed_forward.h"

#include "sextant/math/rows.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

FeedForward::FeedForward(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters,
                         const std::string& name)
    : activation_(dimensions.activation),
      second_(options.second_activation),
      in_(parameters, name + ".in", Role::feed_forward_in, dimensions.width, dimensions.feed_forward,
          options.feed_forward_bias),
      out_(parameters, name + ".out", Role::feed_forward_out, dimensions.feed_forward, dimensions.width,
           options.feed_forward_bias),
      width_(dimensions.width),
      hidden_(dimensions.feed_forward) {}

void FeedForward::reserve(Index rows) {
  saved_hidden_.reserve(rows, hidden_);
  if (activation_ != Activation::relu) saved_slope_.reserve(rows, hidden_);
  if (second_) saved_second_slope_.reserve(rows, width_);
}

void FeedForward::forward(View<const real> x, View<real> y, Taps* taps, Index block) {
  const View<real> hidden = saved_hidden_.shape(x.rows, hidden_);
  const View<real> slope = activation_ == Activation::relu ? View<real>() : saved_slope_.shape(x.rows, hidden_);
  in_.forward(x, hidden);
  activate(activation_, hidden, in_.bias(), slope);
  tell(taps, block, "feed_forward.hidden", hidden);
  out_.forward(hidden, y);
  if (!second_) return;
  // ReLU keeps its result instead of a slope; y itself is overwritten by what follows.
  const View<real> kept = saved_second_slope_.shape(y.rows, y.columns);
  activate(activation_, y, out_.bias(), kept);
  if (activation_ == Activation::relu) copy_to(y, kept);
}

void FeedForward::backward(View<const real> x, View<real> d, View<real> dx, Write write, Tensor& memory) {
  // y = f(hidden W2^T + b2) or hidden W2^T + b2
  if (second_)
    activate_backward(activation_, d, saved_second_slope_.view(), out_.bias_gradient());
  else
    add_column_sums(d, out_.bias_gradient());
  out_.backward_weight(saved_hidden_.view(), d);
  const View<real> d_hidden = memory.shape  // (rows, hidden)
                              (d.rows, hidden_);
  out_.backward_input(d, d_hidden, Write::replace);
  // hidden = f(x W1^T + b1)
  activate_backward(activation_, d_hidden, activation_ == Activation::relu ? saved_hidden_.view() : saved_slope_.view(),
                    in_.bias_gradient());
  in_.backward_weight(x, d_hidden);
  in_.backward_input(d_hidden, dx, write);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
