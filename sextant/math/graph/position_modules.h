// Modules of positions: which tokens stand together, and whether these are the modules that somebody named. The graph
// is max(S, 0) with S the cosine of every pair of position vectors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sextant/core/table.h"
#include "sextant/math/graph/consensus.h"
#include "sextant/math/graph/nulls.h"

namespace sextant::math {

struct ModuleRequest {
  Index draws = 999;           // shuffles of the labels
  std::uint32_t repeats = 20;  // community detections whose consensus is taken
  double resolution = 0;       // of communities: more finds smaller modules; 0: see find_modules
  bool centre = true;          // take the mean vector off first: what all tokens share tells none apart
  std::uint64_t seed = 0;
};

/// Rows of length 1, around the mean row where asked; a row of zeros stays.
Table directions_of(Table positions, bool centre);

/// Inner products of every pair of rows.
Table similarities_of(const Table& directions);

/// max(S, 0).
Table graph_of(Table similarities);

struct FoundModules {
  Consensus consensus;    // over tables and repeats
  double resolution = 1;  // that was used
  double silhouette = 0;  // of the consensus in the mean similarities
};

/// The modules of several tables of positions of the same tokens. Positions that were trained from small ones lie in
/// few dimensions, where the cosine of two modules can be well above 0, and modularity joins them. So several
/// resolutions are tried, and the one is taken whose consensus has the largest silhouette.
FoundModules find_modules(const std::vector<Table>& positions, const ModuleRequest& request);

/// Cosines, the mean over tables.
Table mean_similarities(const std::vector<Table>& positions, bool centre);

struct ModuleMeasure {
  std::string name;
  PermutationResult result;
};

/// modularity, segregation and participation of max(S, 0) under `labels`, at resolution 1; agreement of the labels with
/// k-means of the directions (ari, nmi) and with the modules found (ari_found, nmi_found); each beside shuffled labels.
std::vector<ModuleMeasure> compare_with_labels(const Table& similarities, const Table& directions,
                                               const Partition& found, const Partition& labels,
                                               const ModuleRequest& request);

struct PositionModules {
  Table similarities;                   // (n, n)
  FoundModules found;                   // without looking at labels
  std::vector<ModuleMeasure> measures;  // against the labels
};

/// All of it for one table of positions.
PositionModules measure_modules(const Table& positions, const Partition& labels, const ModuleRequest& request);

}  // namespace sextant::math
