// Moment matching for the probit likelihood, in natural parameters.
#include "sextant/math/statistics/label_site.h"

#include <cmath>

#include "sextant/math/statistics/distributions.h"

namespace sextant::math {
namespace {

Site operator+(Site a, Site b) { return {a.precision + b.precision, a.shift + b.shift}; }
Site operator-(Site a, Site b) { return {a.precision - b.precision, a.shift - b.shift}; }
Site operator*(double scale, Site a) { return {scale * a.precision, scale * a.shift}; }

Site from_moments(double mean, double variance) { return {1 / variance, mean / variance}; }

/// The site that gives `cavity` times Phi(sign f) its true mean and variance (Rasmussen & Williams, 3.58 and 3.59).
Site match_moments(Site cavity, double sign) {
  const double variance = 1 / cavity.precision;
  const double mean = cavity.shift * variance;
  const double root = std::sqrt(1 + variance);
  const double z = sign * mean / root;
  const double slope = normal_slope(z);
  const double matched_mean = mean + sign * variance * slope / root;
  const double matched_variance = variance - variance * variance * slope * (z + slope) / (1 + variance);
  return from_moments(matched_mean, matched_variance) - cavity;
}

/// log C, from: the integral of cavity times site is Phi(z).
double log_site_constant(Site cavity, Site site, double sign) {
  const Site both = cavity + site;
  const double z = sign * cavity.shift / cavity.precision / std::sqrt(1 + 1 / cavity.precision);
  return log_normal_probability(z) + 0.5 * std::log(both.precision / cavity.precision) -
         0.5 * (both.shift * both.shift / both.precision - cavity.shift * cavity.shift / cavity.precision);
}

}  // namespace

Site LabelSite::total() const {
  return static_cast<double>(counts_.positive) * positive_ + static_cast<double>(counts_.negative) * negative_;
}

void LabelSite::refit(double mean, double variance) {
  constexpr int passes = 4;
  const Site rest = from_moments(mean, variance) - total();
  const auto improve = [&](Site& site, Index count, double sign) {
    if (count == 0) return;
    const Site target = match_moments(rest + total() - site, sign);
    // Equal sites move together; a full step would overshoot.
    const double share = count == 1 ? 1 : 0.5;
    site = share * target + (1 - share) * site;
  };
  for (int pass = 0; pass < passes; ++pass) {
    improve(positive_, counts_.positive, 1);
    improve(negative_, counts_.negative, -1);
  }
}

double LabelSite::log_constant(double mean, double variance) const {
  const Site posterior = from_moments(mean, variance);
  double sum = 0;
  if (counts_.positive > 0)
    sum += static_cast<double>(counts_.positive) * log_site_constant(posterior - positive_, positive_, 1);
  if (counts_.negative > 0)
    sum += static_cast<double>(counts_.negative) * log_site_constant(posterior - negative_, negative_, -1);
  return sum;
}

}  // namespace sextant::math
