// Modules by every simple method beside those of learned positions: Leiden, spectral clustering and k-means of
// correlations, of partial correlations and of the learned similarities, all judged alike.
#pragma once

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

/// What modules are looked for in.
struct GroupingData {
  Table correlations, partial;  // (n, n) in training
  Table held_out;               // (n, n) correlations of held-out rows
  Table learned;                // (n, n) mean cosines
  std::vector<Table> by_seed;   // (n, n) cosines of each seed
  Partition labels;             // of the variables `labelled`; none where none are known
  std::vector<Index> labelled;  // their numbers
  Index modules = 2;            // for methods that must be told: as many as there are labels, or as were found
};

/// The modules of some variables.
Partition pick_modules(const Partition& modules, const std::vector<Index>& kept);

std::vector<Grouping> compare_groupings(const GroupingData& data);

/// The best of the learned groupings less the best of the others, by agreement with the labels (NMI).
Added compare_with_best(const std::vector<Grouping>& groupings);

/// Mean correlations within and between modules; 0 where there are no such pairs.
struct SplitCorrelations {
  double within = 0, between = 0;
};
SplitCorrelations split_correlations(const Table& correlations, const Partition& modules);

}  // namespace sextant::lab
