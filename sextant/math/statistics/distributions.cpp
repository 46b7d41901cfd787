// Quantile and incomplete beta function come from Boost.Math (docs/adr/0011). Only this file includes it.
#include "sextant/math/statistics/distributions.h"

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace sextant {

double normal_probability(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double normal_quantile(double probability) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * probability); }

double normal_two_sided(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

// P(|T| >= |t|) = I_x(freedom / 2, 1 / 2) with x = freedom / (freedom + t^2); near 0 by the complement, because x near
// 1 no longer knows t.
double student_two_sided(double t, double freedom) {
  if (!std::isfinite(t)) return std::isnan(t) ? t : 0;
  const double square = t * t;
  if (square < freedom) return boost::math::ibetac(0.5, freedom / 2, square / (freedom + square));
  return boost::math::ibeta(freedom / 2, 0.5, freedom / (freedom + square));
}

}  // namespace sextant
