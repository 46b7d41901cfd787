// Modularity: how much more weight lies inside modules than the strengths of the nodes lead one to expect (Newman &
// Girvan 2004; weighted: Newman 2004; resolution: Reichardt & Bornholdt 2006):
//   Q = 1/2m sum_ij (w_ij - gamma k_i k_j / 2m) [c_i = c_j],  k_i = sum_j w_ij,  2m = sum_i k_i
// With weights of both signs, each sign has its own expectation: Q+ and Q-. Gomez, Jensen & Arenas (2009) weigh them by
// their shares of the weight, Rubinov & Sporns (2011) let the negative ones only modify: Q* = Q+ - v-/(v+ + v-) Q-.
// Weights are symmetric (n, n); the diagonal is not looked at.
#pragma once

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

enum class SignedRule { gomez, rubinov_sporns };

/// What each pair of nodes adds to Q if they share a module (the diagonal: a node with itself); all zero where there is
/// no weight. Refuses negative weights.
Table modularity_gains(const Table& weights, double resolution = 1);
Table signed_modularity_gains(const Table& weights, SignedRule rule, double resolution = 1);

/// The sum of the gains inside modules: Q.
double sum_within(const Table& gains, const Partition& modules);

double modularity(const Table& weights, const Partition& modules, double resolution = 1);
double signed_modularity(const Table& weights, const Partition& modules, SignedRule rule, double resolution = 1);

}  // namespace sextant::math
