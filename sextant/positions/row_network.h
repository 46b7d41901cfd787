// A small network over rows of numbers: y = out_weight f(in_weight x + in_bias) + out_bias.
#pragma once

#include "sextant/math/activation.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

class RowNetwork {
 public:
  struct Shape {
    Index inputs, hidden, outputs;
    Activation activation = Activation::gelu;
    bool out_bias = true;
  };
  /// What backward needs of a forward; the caller owns it.
  struct Kept {
    Tensor hidden;    // (rows, hidden)
    Tensor slope;     // the same
    Tensor d_hidden;  // the same
  };

  /// Declares "<prefix>.in.weight", ".in.bias", ".out.weight" and, where the shape has it, ".out.bias".
  RowNetwork(const EncodingContext& context, const Shape& shape, Parameters& parameters);

  void forward(View<const real> x, View<real> y, Kept& kept) const;  // x (rows, inputs), y (rows, outputs)
  /// Adds to the gradients; dx (rows, inputs) is overwritten, or has no rows.
  void backward(View<const real> x, View<const real> dy, Kept& kept, View<real> dx);

 private:
  Shape shape_;
  Parameter* in_weight_;           // (hidden, inputs)
  Parameter* in_bias_;             // (1, hidden)
  Parameter* out_weight_;          // (outputs, hidden)
  Parameter* out_bias_ = nullptr;  // (1, outputs)
};

}  // namespace sextant::positions::inline SEXTANT_PRECISION
