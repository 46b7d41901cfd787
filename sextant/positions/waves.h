// Sine and cosine waves of falling frequency (Vaswani et al. 2017): pair i of a part of `width` columns has the
// frequency base^(-2i/width), sine at even and cosine at odd columns.
#pragma once

#include "sextant/math/real.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

double wave_frequency(Index pair, Index width, double base);

/// row[0..width) = the waves at `position`; an odd width ends with a sine.
void fill_waves(real* row, Index width, double position, double base);

}  // namespace sextant::positions::inline SEXTANT_PRECISION
