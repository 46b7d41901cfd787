// Distances between n positions, given by panels of rows, so that thousands of positions need no (n, n) numbers.
#pragma once

#include <memory>

#include "sextant/core/table.h"
#include "sextant/stress/hellinger_gram.h"

namespace sextant::stress {

class PairDistances {
 public:
  virtual ~PairDistances() = default;
  virtual Index count() const = 0;
  /// Rows first, first + 1, ...: what stands in columns behind the diagonal is written, the rest is undefined.
  virtual void fill_rows(Index first, View<double> rows) const = 0;
  /// All of them, symmetric: (n, n).
  Table table() const;
};

/// How many rows a panel should have: some megabytes of them.
Index panel_rows(Index count);

std::unique_ptr<PairDistances> distances_of_table(Table distances);
/// Euclidean distances of the rows.
std::unique_ptr<PairDistances> distances_of_vectors(const Table& vectors);
/// sqrt(G_ss + G_tt - 2 G_st); 0 where that is below zero or nothing but rounding.
double distance_of_products(double own, double other, double both);
/// The same for all pairs.
std::unique_ptr<PairDistances> distances_of_gram(HellingerGram gram);
/// All pairs equally far apart: a regular simplex.
std::unique_ptr<PairDistances> equal_distances(Index count, double distance);
/// e[k] for positions k apart, e[0] = 0.
std::unique_ptr<PairDistances> distances_of_lags(std::vector<double> by_lag);

}  // namespace sextant::stress
