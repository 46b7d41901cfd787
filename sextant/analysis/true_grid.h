// The true grid of the tokens, and how well similarities of tokens give it back: true neighbours among the most
// similar, and the map drawn from neighbourhoods (stress/neighbour_map.h) held against the grid.
#pragma once

#include <vector>

#include "sextant/core/table.h"
#include "sextant/core/tree.h"
#include "sextant/data/arrangement.h"

namespace sextant::analysis {

constexpr Index neighbours_counted = 4;
constexpr Index neighbours_joined = 5;  // for the map: mutual ones of so many

struct GridRecovered {
  double nearest = 0, four = 0, r2 = 0, placed = 0;  // as grid_recovery.cpp names them
  Table points;                                      // turned and stretched onto the truth
  std::vector<Index> cells;                          // the token whose true place each token is given
};

class TrueGrid {
 public:
  explicit TrueGrid(const Arrangement& places);  // in a plane

  Index count() const { return plane_.rows; }
  bool are_neighbours(Index s, Index t) const { return s != t && distances_(s, t) < 1.001 * least_; }
  /// Mean number of neighbours.
  double mean_degree() const;
  /// Pairs of neighbours.
  Tree edges() const;
  /// (count, 2), centred, as an image is drawn: columns to the right, rows downwards.
  const Table& plane() const { return plane_; }

  GridRecovered compare(const Table& similarity) const;  // (count, count)
  /// R^2 of classical scaling of the chords sqrt(2 - 2 correlation).
  double r2_of_scaling(Table correlations) const;

 private:
  double r2_of(const Table& turned) const;
  void place(GridRecovered& result) const;

  Table plane_;
  Table distances_;
  double least_ = 0;  // between two tokens
};

}  // namespace sextant::analysis
