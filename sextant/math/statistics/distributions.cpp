// The normal quantile and Student's t come from Boost.Math (docs/adr/0011). Only this file includes it.
#include "sextant/math/statistics/distributions.h"

#include <boost/math/distributions/students_t.hpp>
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

double student_two_sided(double t, double freedom) {
  if (!std::isfinite(t)) return std::isnan(t) ? t : 0;
  return 2 * cdf(complement(boost::math::students_t(freedom), std::abs(t)));
}

}  // namespace sextant::math
