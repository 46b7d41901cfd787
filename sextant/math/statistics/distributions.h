// The normal distribution and Student's t, as far as tests and classifiers need them.
#pragma once

namespace sextant::math {

/// P(Z <= z).
double normal_probability(double z);
/// log P(Z <= z); finite for every finite z.
double log_normal_probability(double z);
/// Its derivative, the density over P(Z <= z).
double normal_slope(double z);
/// The z with P(Z <= z) = probability, for 0 < probability < 1.
double normal_quantile(double probability);
/// P(|Z| >= |z|).
double normal_two_sided(double z);
/// P(|T| >= |t|) with so many degrees of freedom (> 0).
double student_two_sided(double t, double freedom);

}  // namespace sextant::math
