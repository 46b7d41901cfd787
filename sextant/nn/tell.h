// How the engine speaks to a listener on activations.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sextant/math/real.h"
#include "sextant/nn/taps.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

inline void tell(Taps* taps, std::string_view name, View<const real> values) {
  if (!taps) return;
#if SEXTANT_DOUBLE
  taps->see(name, values);
#else
  std::vector<double> copy(static_cast<std::size_t>(values.rows * values.columns));
  for (Index i = 0; i < values.rows; ++i) std::copy_n(values.row(i), values.columns, copy.data() + i * values.columns);
  taps->see(name, {copy.data(), values.rows, values.columns});
#endif
}

inline void tell(Taps* taps, Index block, std::string_view what, View<const real> values) {
  if (taps) tell(taps, fmt::format("blocks.{}.{}", block, what), values);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
