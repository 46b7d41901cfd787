// Series whose arrangement is known, written as files: to try `discover` on, and to see what it finds. The dynamics are
// those of data/series/simulation.h, x(t+1) = tanh(s W x(t)) / s + noise e(t).
#pragma once

#include <string>
#include <vector>

#include "sextant/core/options.h"

namespace sextant::lab {

struct SimulateOptions : Options {
  std::string shape = {};  // network, ring, torus, lattice, tree
  std::string out = {};
  std::vector<Index> sizes = {};
  double coupling = 1.2;
  double between = 0.02;
  double density = 1;
  bool directed = false;
  double nonlinearity = 1;
  double noise = 0.5;
  Index steps = 8000;
  Index seed = 1;

  void visit(OptionVisitor& option) override;
};

struct Simulated {
  std::string directory;
  Index nodes = 0;
  std::vector<std::string> files;  // series.npy, couplings.npy, and distances.npy or labels.txt
};

/// Nodes in random order. An Error where the request is wrong or the dynamics diverge.
Simulated simulate(const SimulateOptions& options);

/// What can be simulated.
std::vector<std::string> simulated_shapes();

}  // namespace sextant::lab
