// Stress of distances against a target, and the sums it is made of.
#pragma once

#include <functional>

#include "sextant/core/table.h"
#include "sextant/stress/pair_distances.h"

namespace sextant::stress {

// Stress: how far distances E are from the distances D they should be, over pairs s < t (Cirrincione, arXiv
// 2604.05217):
//   raw S = sum (E - D)^2 / sum D^2 = (1 - c^2) + (beta - c)^2 = shape + scale,  c = cos(D, E), beta = |E| / |D|.
// The best factor alpha* = <D, E> / <E, E> removes the scale term and leaves the shape S*.

struct Stress {
  double raw = 0;
  double shape = 0;        // S* = 1 - c^2
  double scale = 0;        // (beta - c)^2
  double best_factor = 0;  // alpha*; 0 where all E are zero
  double kruskal = 0;      // stress-1: sqrt(S*)
};

/// Both are (n, n) and symmetric; `wanted` is not zero everywhere.
Stress measure_stress(const Table& wanted, const Table& given);

// Stress over pairs s < t (math/linear/stress.h) from sums that one pass over panels gives, for many encodings at once;
// for encodings that know only the lag t - s, from the sums of the wanted distances by lag alone.

/// What one pass over the wanted distances D tells.
struct WantedSums {
  Index count = 0;
  double sum = 0;                      // of D
  double squares = 0;                  // of D^2
  std::vector<double> sum_by_lag;      // (n): of D over pairs k apart
  std::vector<double> squares_by_lag;  // (n): of D^2

  double pairs() const { return static_cast<double>(count) * static_cast<double>(count - 1) / 2; }
  double mean() const { return sum / pairs(); }
  /// The share of the variance of D that the lag explains, 1 for shift-equivariant distances; not a number where all
  /// are equal.
  double toeplitz_share() const;
};

struct PairSums {
  double product = 0;  // of D E
  double squares = 0;  // of E^2
  double misfit = 0;   // of (E - D)^2
};

struct StressSums {
  WantedSums wanted;
  std::vector<PairSums> given;
};

/// One pass over both, panel by panel.
StressSums sum_pairs(const PairDistances& wanted, const std::vector<const PairDistances*>& given,
                     const std::function<void(double)>& watch = {});

/// The same for distances by lag, without a pass.
PairSums sum_lags(const WantedSums& wanted, const std::vector<double>& by_lag);

Stress stress_of(const WantedSums& wanted, const PairSums& given);

/// The distances by lag, if they depend on nothing else; empty where they do. Some whole rows are looked at: a position
/// that does not fit is seen by all of them.
std::vector<double> lags_of(const PairDistances& distances);

}  // namespace sextant::stress
