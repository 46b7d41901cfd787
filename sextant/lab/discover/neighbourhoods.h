// Do similar variables lie near each other? Where distances are known (coordinates, or a matrix of distances), learned
// similarities, correlations and partial correlations are asked for each variable's nearest others.
#pragma once

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

/// Shares of variables whose most similar other is one of the nearest (ties count), and of the four most similar that
/// are among the four nearest; without the rank correlation.
Neighbourhood measure_neighbours(const Table& similarities, const Table& distances);

struct NeighbourhoodData {
  Table correlations, partial, learned;  // (n, n)
  std::vector<Table> by_seed;            // (n, n) of each seed
  Table distances;                       // (n, n) that are known
};
/// Learned first, then the baselines.
std::vector<Neighbourhood> compare_neighbours(const NeighbourhoodData& data, Index shuffles);

/// The share of nearest variables by learned positions less the best of the others.
Added compare_nearest(const std::vector<Neighbourhood>& all);

}  // namespace sextant::lab
