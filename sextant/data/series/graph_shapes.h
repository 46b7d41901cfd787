// Networks whose shape is known: a ring, a torus, a lattice of any dimension, a tree. Couplings run along the edges.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::data {

/// "ring", "torus", "lattice", "tree".
std::vector<std::string> graph_shapes();

/// (nodes, nodes): 1 where two nodes are joined. `sizes`: nodes of a ring; lengths of the sides of a torus or a
/// lattice; of a tree the number of children of each node, level by level. Empty: 50; 8, 8; 4, 4, 4; 2, 2, 2, 2, 2.
Table shape_graph(const std::string& shape, std::vector<Index> sizes = {});

/// Couplings along the edges of a graph and of each node with itself (`own` of them), those onto a node summing to
/// `total`. Without its own past a node of a ring would share nothing with its neighbours at the same time.
Table couple_edges(const Table& graph, double total, double own = 0.3);

/// Edges on the shortest path between every two nodes; infinity where there is none.
Table path_lengths(const Table& graph);

}  // namespace sextant::data
