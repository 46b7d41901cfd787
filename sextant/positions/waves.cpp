#include "sextant/positions/waves.h"

#include <cmath>

#include "sextant/core/error.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

double wave_frequency(Index pair, Index width, double base) {
  return std::pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
}

void fill_waves(real* row, Index width, double position, double base) {
  for (Index column = 0; column < width; ++column) {
    const double angle = position * wave_frequency(column / 2, width, base);
    row[column] = static_cast<real>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
  }
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
