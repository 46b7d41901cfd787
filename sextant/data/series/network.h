// Couplings between the nodes of a network with modules: a stochastic block model, weighted so that the couplings onto
// a node sum to `inside` from its own module and to `between` from all others, whatever the sizes and probabilities.
#pragma once

#include "sextant/core/table.h"

namespace sextant::data {

struct NetworkRequest {
  std::vector<Index> sizes;  // nodes of each module
  double inside = 1.2;
  double between = 0.02;
  double inside_probability = 1;
  double between_probability = 1;
  bool directed = false;      // a coupling and the one back are drawn apart
  double negative_share = 0;  // of the couplings, with a minus
  std::uint64_t seed = 1;
};

/// (nodes, nodes): row i holds what comes onto node i. Modules one after the other, no coupling of a node with itself.
Table make_couplings(const NetworkRequest& request);

/// The module (from 0 on) of each node.
std::vector<Index> module_of_nodes(const std::vector<Index>& sizes);

}  // namespace sextant::data
