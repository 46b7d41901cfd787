// The normal distribution and Student's t, as far as the tests need them.
#pragma once

namespace sextant {

/// P(Z <= z).
double normal_probability(double z);
/// The z with P(Z <= z) = probability, for 0 < probability < 1.
double normal_quantile(double probability);
/// P(|Z| >= |z|).
double normal_two_sided(double z);
/// P(|T| >= |t|) with so many degrees of freedom (> 0).
double student_two_sided(double t, double freedom);

}  // namespace sextant
