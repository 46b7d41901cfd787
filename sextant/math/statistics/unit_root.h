// Does a series wander like a random walk? The augmented Dickey-Fuller test (Said & Dickey 1984) with one lag: t of b
// in
//   x(t) - x(t-1) = a + b x(t-1) + c (x(t-1) - x(t-2)) + e
// Two independent random walks look related (Granger & Newbold 1974); their changes do not.
#pragma once

#include <span>

namespace sextant::math {

/// Below it a unit root is rejected at 5 % (MacKinnon 1996, constant, many rows).
constexpr double unit_root_critical = -2.86;

/// The t of b; 0 where the series is too short or constant.
double dickey_fuller(std::span<const double> series);

}  // namespace sextant::math
