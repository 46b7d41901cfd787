// Consensus of several partitions (Lancichinetti & Fortunato 2012): nodes are joined by the share of partitions that
// put them together; weak joints are cut, the graph is partitioned several times, and so on until all partitions are
// one.
#pragma once

#include <cstdint>
#include <vector>

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

struct ConsensusRequest {
  std::uint64_t seed = 0;
  double threshold = 0.5;      // joints below it are cut
  std::uint32_t repeats = 20;  // partitions of each round
};

struct Consensus {
  Partition modules;             // numbered by appearance
  Table together;                // (n, n) share of the given partitions that put two nodes together
  std::vector<double> sureness;  // by node: see below
  Index rounds = 0;
};

/// The sureness (confidence) of a node is the mean share of partitions that put it together with the others of its
/// module; of a node that is alone, one less the largest share with any other.
Consensus find_consensus(const std::vector<Partition>& partitions, const ConsensusRequest& request = {});

/// Share of partitions that put two nodes together.
Table share_together(const std::vector<Partition>& partitions);

}  // namespace sextant::math
