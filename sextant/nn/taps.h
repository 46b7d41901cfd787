// Named taps on activations: "blocks.0.attention.pattern". Free when nobody listens: the model checks one pointer and
// builds no name. While somebody listens the exact savings are off, so every row is there.
#pragma once

#include <string_view>

#include "sextant/core/view.h"

namespace sextant::nn {

class Taps {
 public:
  virtual ~Taps() = default;
  /// `values` is (samples*length, width), in the blocks of a model with latents (samples*latents, width), or for scores
  /// and patterns (samples*heads*length, length), sample-major, then head; queries have their own heads, keys and
  /// values those of model.key_value_heads. Valid only during the call. A float engine's numbers come as the doubles
  /// they are.
  virtual void see(std::string_view name, View<const double> values) = 0;
};

}  // namespace sextant::nn
