// A map in the plane from nothing but who is most similar to whom. Similarities of distant tokens say little, so only
// neighbourhoods are believed: a graph joins each token with its nearest; an edge that no other way of at most three
// steps confirms is a short-cut and is dropped; distances are shortest paths along the rest (Isomap, Tenenbaum et al.
// 2000), and the map is the one of least stress with every distance counted relative to its length (weights 1 / d^2, as
// Kamada & Kawai 1989), started from the principal coordinates of the paths.
#pragma once

#include <vector>

#include "sextant/core/table.h"

namespace sextant::stress {

struct NeighbourMap {
  Table points;       // (n, 2), centred
  double stress = 0;  // of the paths, weighted: what the plane could not hold
};

/// `similarity` is (n, n) and symmetric, n >= 3; 1 <= neighbours < n.
NeighbourMap draw_neighbour_map(const Table& similarity, Index neighbours);

/// For each row the `count` others of largest similarity, the nearest first; of equal ones the first.
std::vector<std::vector<Index>> nearest_tokens(const Table& similarity, Index count);

}  // namespace sextant::stress
