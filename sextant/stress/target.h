// The distances that positions should have, with the points of classical scaling that have them.
#pragma once

#include "sextant/stress/classical_scaling.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/stress/target_request.h"

namespace sextant::stress {

struct Target {
  std::unique_ptr<PairDistances> distances;
  Scaling scaling;

  Index count() const { return distances->count(); }
  /// The sum of the eigenvalues that count.
  double variance() const;
};

/// From inner products. Where the estimator is not a Gram matrix by construction, a squared distance below zero counts
/// as zero, and scaling keeps only eigenvalues above the size of the most negative one.
Target make_target(HellingerGram gram, const TargetRequest& request);

/// From a table of the user's own: distances, coordinates or features.
Target read_target(const TargetRequest& request);

/// "distances of FILE", ...; empty for a corpus.
std::string describe_file(const TargetRequest& request);

}  // namespace sextant::stress
