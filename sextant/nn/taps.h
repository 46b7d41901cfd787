// Named taps on activations: "blocks.0.attention.pattern". Free when nobody listens: the model checks one
// pointer and builds no name. While somebody listens the exact savings are off, so every row is there.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "sextant/core/view.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Taps {
 public:
  virtual ~Taps() = default;
  /// `values` is (samples*length, width), or for scores and patterns (samples*heads*length, length),
  /// sample-major, then head; valid only during the call.
  virtual void see(std::string_view name, View<const real> values) = 0;
};

inline void tell(Taps* taps, Index block, std::string_view what, View<const real> values) {
  if (taps) taps->see(fmt::format("blocks.{}.{}", block, what), values);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
