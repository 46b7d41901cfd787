// Where the next runs tell most about a boundary. First a few cells spread over the grid; then, one after the other,
// the cell whose next label is expected to leave least doubt about who has the majority where:
//   doubt = sum over cells of the entropy of P(majority),   expected over the label that will be seen
// (stepwise uncertainty reduction: Bect, Ginsbourger, Li, Picheny & Vazquez, Statistics and Computing 22, 2012).
#pragma once

#include <vector>

#include "sextant/lab/sweep/label_model.h"

namespace sextant::lab {

/// `count` different cells: corners, the middle, then a low-discrepancy sequence (Roberts' R2) shifted by the seed.
std::vector<Index> spread_cells(const DiagramShape& shape, Index count, std::uint64_t seed);

/// Looks ahead with the posterior of one or more labels over all cells.
class DoubtForecast {
 public:
  DoubtForecast(const DiagramShape& shape, std::span<const LabelModel> models);

  /// The expected doubt after one more label in `cell`.
  double expected_doubt(Index cell) const;
  /// Counts a run in `cell` whose label is not known yet: where f is thought to be stays, how sure that is grows.
  void anticipate(Index cell);

 private:
  struct Member {
    double weight;
    LatentGaussian latent;
  };
  std::vector<Member> members_;
};

}  // namespace sextant::lab
