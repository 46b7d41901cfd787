// Tests of differences, two-sided, and the correction for many of them at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::math {

// Tests of paired samples, given their differences: is their distribution symmetric about 0? All are two-sided.

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

// Welch's test of two means whose samples are independent and may spread differently (Biometrika 34, 1947).

/// t = (mean x - mean y) / sqrt(sx^2/n + sy^2/m), two-sided, with the degrees of freedom of Satterthwaite. Not a number
/// for fewer than two values on a side, or where neither side spreads.
TestResult welch_test(std::span<const double> x, std::span<const double> y);

/// Mann and Whitney's test (Annals of Mathematical Statistics 18, 1947): the U of x, the pairs (x, y) with x > y, a tie
/// counting one half. Looks at ranks alone, so one run far from the others does not blur it as it does Welch's. Exact,
/// ties included, up to 50 values in all; beyond, the normal approximation with the variance corrected for ties.
TestResult mann_whitney_test(std::span<const double> x, std::span<const double> y);

/// The smallest p that mann_whitney_test can give for so many values: 2 / C(first + second, first). 0.1 for 3 and 3.
double smallest_rank_p(Index first, Index second);

// Holm's correction for many tests at once (Scandinavian Journal of Statistics 6, 1979).

/// The adjusted p of each: the i-th smallest of m times (m - i + 1), never below a smaller one's, never above 1.
std::vector<double> holm_adjusted(std::span<const double> p);

}  // namespace sextant::math
