// How good a partition is: modularity, segregation, silhouette.
#pragma once

#include <vector>

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

// Modularity: how much more weight lies inside modules than the strengths of the nodes lead one to expect (Newman &
// Girvan 2004; weighted: Newman 2004; resolution: Reichardt & Bornholdt 2006):
//   Q = 1/2m sum_ij (w_ij - gamma k_i k_j / 2m) [c_i = c_j],  k_i = sum_j w_ij,  2m = sum_i k_i
// With weights of both signs, each sign has its own expectation: Q+ and Q-. Gomez, Jensen & Arenas (2009) weigh them by
// their shares of the weight, Rubinov & Sporns (2011) let the negative ones only modify: Q* = Q+ - v-/(v+ + v-) Q-.
// Weights are symmetric (n, n); the diagonal is not looked at.

enum class SignedRule { gomez, rubinov_sporns };

/// What each pair of nodes adds to Q if they share a module (the diagonal: a node with itself); all zero where there is
/// no weight. Refuses negative weights.
Table modularity_gains(const Table& weights, double resolution = 1);
Table signed_modularity_gains(const Table& weights, SignedRule rule, double resolution = 1);

/// The sum of the gains inside modules: Q.
double sum_within(const Table& gains, const Partition& modules);

double modularity(const Table& weights, const Partition& modules, double resolution = 1);
double signed_modularity(const Table& weights, const Partition& modules, SignedRule rule, double resolution = 1);

// How much modules keep to themselves, in a graph of weights >= 0 (n, n), symmetric; the diagonal is not looked at.

/// (mean weight within modules - mean weight between) / mean weight within (Chan et al. 2014); not a number where
/// nothing lies within.
double segregation(const Table& weights, const Partition& modules);

/// P_i = 1 - sum_m (k_im / k_i)^2 (Guimera & Amaral 2005): 0 where all of a node's weight goes to one module. Nodes
/// without weight have 0.
std::vector<double> participation(const Table& weights, const Partition& modules);

// How well a partition fits distances (Rousseeuw 1987): for each node s = (b - a) / max(a, b), with a its mean distance
// to the others of its module and b the least mean distance to another module. 1: tight and far apart.

/// The mean over nodes; a node that is alone counts 0, and so does a partition into one module.
double silhouette(const Table& distances, const Partition& modules);

}  // namespace sextant::math
