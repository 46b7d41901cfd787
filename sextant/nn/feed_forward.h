// The feed-forward network W2 f(W1 x + b1) + b2, with Ito's second activation around it as an option.
#pragma once

#include "sextant/layers/linear.h"
#include "sextant/nn/dimensions.h"
#include "sextant/nn/taps.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class FeedForward {
 public:
  FeedForward(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters,
              const std::string& name);

  /// Takes memory for as many rows as may come.
  void reserve(Index rows);
  /// y (rows, width) from x (rows, width); x must stay until backward. Where bias_after() is not nullptr, that
  /// bias is still to be added to y, by the pass that reads it.
  void forward(View<const real> x, View<real> y, Taps* taps, Index block);
  const real* bias_after() const { return second_ ? nullptr : out_.bias(); }
  /// dx = or += d loss / d x from d (rows, width) = d loss / d y. With a second activation d is changed on the way;
  /// without one, d and dx may be the same matrix. d_hidden is memory that all blocks share.
  void backward(View<const real> x, View<real> d, View<real> dx, Write write, Tensor& d_hidden);
  bool changes_gradient() const { return second_; }

 private:
  Activation activation_;
  bool second_;
  Linear in_;
  Linear out_;
  Index width_;
  Index hidden_;
  Tensor saved_hidden_;        // (rows, hidden) after the activation
  Tensor saved_slope_;         // (rows, hidden)
  Tensor saved_second_slope_;  // (rows, width)
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
