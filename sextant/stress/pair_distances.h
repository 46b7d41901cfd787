// Distances between positions from what stands at them.
#pragma once

#include <memory>
#include <string>

#include "sextant/core/table.h"
#include "sextant/data/words/word_collection.h"
#include "sextant/stress/hellinger_gram.h"

namespace sextant::stress {

// Distances between n positions, given by panels of rows, so that thousands of positions need no (n, n) numbers.

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

// Hellinger distances between the positions of rows, |sqrt P_s - sqrt P_t| with P_t the distribution of words at
// position t (Cirrincione, arXiv 2604.05217), padding counted as the word that a model reads there.

/// `estimator` is "cross_half" (two halves of the documents against each other, over four splits: no distance is made
/// of noise alone) or "plug_in". (length, length)
Table word_distances(const WordRows& rows, const std::string& estimator, std::uint64_t seed);

}  // namespace sextant::stress
