// Tests of paired samples, given their differences: is their distribution symmetric about 0? All are two-sided.
#pragma once

#include <cstdint>
#include <span>

#include "sextant/core/index.h"

namespace sextant::math {

struct TestResult {
  double statistic = 0;
  double p = 1;
};

/// Student's t of the mean difference, n - 1 degrees of freedom. Not a number for fewer than two differences, or where
/// all are 0.
TestResult paired_t_test(std::span<const double> differences);

/// Wilcoxon's signed ranks (1945): the smaller of the two sums of ranks. Differences of 0 are left out. Exact, ties
/// included, up to 50 differences; beyond, the normal approximation with the variance corrected for ties.
TestResult wilcoxon_test(std::span<const double> differences);

/// Fisher's sign-flip permutation test of the mean difference (1935): the share of all assignments of signs whose mean
/// is at least as far from 0. Exact up to 16 differences; beyond, that share among `samples` drawn assignments, the
/// given one counted in.
TestResult sign_flip_test(std::span<const double> differences, Index samples = 99'999, std::uint64_t seed = 1);

/// The smallest p that the exact tests can give with so many pairs: 2 assignments of 2^pairs.
double smallest_paired_p(Index pairs);

}  // namespace sextant::math
