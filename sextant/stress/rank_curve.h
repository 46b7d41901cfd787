// How many directions a table needs.
#pragma once

#include <span>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/table.h"
#include "sextant/stress/stress.h"

namespace sextant::stress {

// How many dimensions a spectrum of variances uses, in the ways people count them.

struct SpectrumRanks {
  Index numerical = 0;       // eigenvalues above 1e-12 of the largest
  double participation = 0;  // (sum l)^2 / sum l^2
  double entropy = 0;        // exp of the entropy of l / sum l
  Index r90 = 0;             // the fewest that hold 90 % of the sum
  Index r95 = 0;
  Index r99 = 0;
};

/// Of eigenvalues in descending order; negative ones count as zero.
SpectrumRanks ranks_of_spectrum(std::span<const double> eigenvalues);

// How the stress falls with the rank of classical scaling, and the numbers that a table of that rank needs.

struct RankPoint {
  Index rank = 0;
  Stress stress;
  double bound = 0;  // 1 - sum_{i <= r} l_i / sum l_i: the raw stress is never above it where D is Euclidean
};

/// For ranks 1, 2, ... of `points` (n, axes), axes widest first, against `distances` (n, n); `total` is the sum of all
/// positive eigenvalues.
std::vector<RankPoint> stress_by_rank(const Table& distances, const Table& points, double total);

/// The first rank whose raw stress is at most `stress`, or 0.
Index smallest_rank(const std::vector<RankPoint>& curve, double stress);

}  // namespace sextant::stress
