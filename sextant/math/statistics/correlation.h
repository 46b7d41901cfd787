// Correlations of ranks and of distances, with permutation tests.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

// Ranks of a sample.

/// 1 for the smallest; equal values share the mean of the ranks they take together.
std::vector<double> ranks(std::span<const double> values);

// Spearman's rank correlation (1904).

struct Correlation {
  double value = 0;
  double p = 1;  // two-sided, from Student's t with n - 2 degrees of freedom
};

/// Of two samples of the same length; not a number where one is constant, and without a p below three values.
Correlation spearman(std::span<const double> x, std::span<const double> y);

// Distance correlation (Szekely, Rizzo & Bakirov 2007): 0 only where two sets of points are independent, 1 only where
// one is a turned, mirrored and scaled copy of the other.

/// Of the distances (n, n) within two sets of n points; not a number where one set is a single place.
double distance_correlation(const Table& x, const Table& y);

// Do two sets of distances rise together? Spearman's correlation over pairs, and how often shuffled positions do as
// well (Mantel 1967): pairs share positions, so the usual p-value of a correlation does not hold.

struct MantelResult {
  double correlation = 0;  // not a number where one side is constant
  double p = 1;            // one-sided: the share of shuffles, the given order counted in, that come as high
};

class MantelTest {
 public:
  /// `wanted` is (n, n) and symmetric.
  MantelTest(const Table& wanted, Index permutations, std::uint64_t seed);

  MantelResult measure(const Table& given) const;

 private:
  Table ranks_;  // (n, n), below the diagonal: centred and of length 1
  Index permutations_;
  std::uint64_t seed_;
};

}  // namespace sextant::math
