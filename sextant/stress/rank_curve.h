// How the stress falls with the rank of classical scaling, and the numbers that a table of that rank needs.
#pragma once

#include <vector>

#include "sextant/core/table.h"
#include "sextant/stress/stress.h"

namespace sextant::stress {

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
