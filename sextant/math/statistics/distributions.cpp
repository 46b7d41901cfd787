// Quantile and incomplete beta function come from Boost.Math (docs/adr/0011). Only this file includes it.
#include "sextant/math/statistics/distributions.h"

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace sextant::math {
namespace {

double log_density(double z) { return -0.5 * z * z - 0.5 * std::log(2 * std::numbers::pi); }

}  // namespace

double normal_probability(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double log_normal_probability(double z) {
  if (z > -30) return std::log(normal_probability(z));
  // Below -37 erfc is 0. Abramowitz & Stegun 26.2.12: Phi(z) = phi(z)/|z| (1 - 1/z^2 + 3/z^4 - 15/z^6 + ...)
  const double square = 1 / (z * z);
  return log_density(z) - std::log(-z) + std::log1p(-square * (1 - square * (3 - 15 * square)));
}

double normal_slope(double z) { return std::exp(log_density(z) - log_normal_probability(z)); }

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

}  // namespace sextant::math
