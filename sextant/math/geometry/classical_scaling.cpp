#include "sextant/math/geometry/classical_scaling.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/geometry/pair_distances.h"
#include "sextant/math/linear/eigen.h"
#include "sextant/math/linear/lanczos.h"

namespace sextant {
namespace {

void subtract_mean(std::span<double> values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
}

/// J G J of a symmetric G.
Table centred(Table gram) {
  for (Index s = 0; s < gram.rows; ++s) subtract_mean({gram.view().row(s), static_cast<std::size_t>(gram.columns)});
  std::vector<double> means(static_cast<std::size_t>(gram.columns), 0.0);
  for (Index s = 0; s < gram.rows; ++s)
    for (Index t = 0; t < gram.columns; ++t)
      means[static_cast<std::size_t>(t)] += gram(s, t) / static_cast<double>(gram.rows);
  for (Index s = 0; s < gram.rows; ++s)
    for (Index t = 0; t < gram.columns; ++t) gram(s, t) -= means[static_cast<std::size_t>(t)];
  for (Index s = 0; s < gram.rows; ++s)
    for (Index t = 0; t < s; ++t) gram(s, t) = gram(t, s) = 0.5 * (gram(s, t) + gram(t, s));
  return gram;
}

/// How many leading eigenvalues are kept.
Index kept_of(const std::vector<double>& descending, double smallest, Keep keep, Index rank) {
  double least = 1e-12 * std::max(0.0, descending.front());
  if (keep == Keep::above_noise) least = std::max(least, -smallest);
  Index kept = 0;
  for (const double value : descending) kept += value > least ? 1 : 0;
  return rank > 0 ? std::min(rank, kept) : kept;
}

Table points_of(const std::vector<double>& values, const Table& vectors, Index kept, bool ascending) {
  Table points(vectors.rows, kept);
  for (Index k = 0; k < kept; ++k) {
    const Index column = ascending ? vectors.columns - 1 - k : k;
    const double length = std::sqrt(values[static_cast<std::size_t>(k)]);
    for (Index i = 0; i < vectors.rows; ++i) points(i, k) = length * vectors(i, column);
  }
  return points;
}

}  // namespace

Scaling scale_gram(const Table& gram, Keep keep, Index rank) {
  const EigenPairs pairs = solve_symmetric(centred(gram));
  Scaling scaling;
  scaling.eigenvalues.assign(pairs.values.rbegin(), pairs.values.rend());
  scaling.smallest = pairs.values.front();
  const Index kept = kept_of(scaling.eigenvalues, scaling.smallest, keep, rank);
  scaling.points = points_of(scaling.eigenvalues, pairs.vectors, kept, true);
  return scaling;
}

Scaling scale_gram(const HellingerGram& gram, Keep keep, Index rank) {
  const Index n = gram.count();
  require(rank >= 1 && rank < n, "scaling: rank {} asked for, 1 to {} are possible", rank, n - 1);
  std::vector<double> middle(static_cast<std::size_t>(n));
  const MatrixProduct product = [&](std::span<const double> vector, std::span<double> result) {
    std::ranges::copy(vector, middle.begin());
    subtract_mean(middle);
    gram.apply(middle, result);
    subtract_mean(result);
  };
  LeadingPairs pairs = largest_eigenpairs(n, product, rank);
  Scaling scaling;
  scaling.smallest = keep == Keep::above_noise ? smallest_eigenvalue(n, product) : 0;
  scaling.eigenvalues = std::move(pairs.values);
  const Index kept = kept_of(scaling.eigenvalues, scaling.smallest, keep, 0);
  scaling.complete = kept < rank;
  scaling.points = points_of(scaling.eigenvalues, pairs.vectors, kept, false);
  return scaling;
}

Table table_of(const HellingerGram& gram) {
  const Index n = gram.count();
  Table table(n, n);
  const Index rows = panel_rows(n);
  for (Index first = 0; first < n; first += rows)
    gram.fill_rows(first, table.view().slice_rows(first, std::min(rows, n - first)));
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < s; ++t) table(s, t) = table(t, s);
  return table;
}

}  // namespace sextant
