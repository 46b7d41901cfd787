// A small network from one number to one number per head, 1 -> hidden -> heads with ReLU, over rows of numbers:
//   y_h = out_bias_h + sum over k of out_weight[h, k] ReLU(in_weight[k] u + in_bias[k]).
#pragma once

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

class ScalarNetwork {
 public:
  /// Declares "<prefix>.in.weight", ".in.bias", ".out.weight" and ".out.bias"; `most` numbers come at a time.
  ScalarNetwork(const EncodingContext& context, Index hidden, Index most, Parameters& parameters);

  void forward(const real* u, View<real> y) const;              // u (count), y (heads, count)
  void backward(const real* u, View<const real> dy, real* du);  // du (count) is overwritten; adds to the gradients

 private:
  void fill_active(Index k, const real* u, Index count) const;
  void add_hidden_gradients(Index k, const real* u, View<const real> dy, real* du);

  Index hidden_;
  Parameter* in_weight_;   // (hidden, 1)
  Parameter* in_bias_;     // (1, hidden)
  Parameter* out_weight_;  // (heads, hidden)
  Parameter* out_bias_;    // (1, heads)
  mutable Tensor active_;  // scratch (1, most): one hidden number after its ReLU
  Tensor d_active_;        // scratch (1, most)
};

}  // namespace sextant::positions::inline SEXTANT_PRECISION
