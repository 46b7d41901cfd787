// Sums of powers of complex numbers, one for each of some channels side by side; in double, whatever the engine's type.
#pragma once

#include <complex>
#include <span>

#include "sextant/core/view.h"

namespace sextant::math {

using Complex = std::complex<double>;

/// sums[l, j] += Re(c[j] w[j]^l), sums (lags, channels)
void add_powers(std::span<const Complex> c, std::span<const Complex> w, View<double> sums);
/// sums[j] = sum_l d[l, j] w[j]^l,   slopes[j] = sum_l l d[l, j] w[j]^l
void gather_powers(View<const double> d, std::span<const Complex> w, std::span<Complex> sums,
                   std::span<Complex> slopes);

}  // namespace sextant::math
