#include "sextant/stress/classical_scaling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/math/linear/eigen.h"
#include "sextant/math/linear/lanczos.h"
#include "sextant/stress/pair_distances.h"

namespace sextant::stress {
namespace {

void subtract_mean(std::span<double> values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
}

/// J G J of a symmetric G: G_st - (mean_s + mean_t) + mean, symmetric to the bit.
Table centred(Table gram) {
  const auto n = static_cast<std::size_t>(gram.rows);
  std::vector<double> means(n);
  double mean = 0;
  for (std::size_t s = 0; s < n; ++s) {
    const std::span<const double> row(gram.values.data() + s * n, n);
    means[s] = std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(n);
    mean += means[s] / static_cast<double>(n);
  }
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t t = 0; t < n; ++t) gram.values[s * n + t] += mean - (means[s] + means[t]);
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
  std::vector<double> lengths;
  for (Index k = 0; k < kept; ++k) lengths.push_back(std::sqrt(values[static_cast<std::size_t>(k)]));
  Table points(vectors.rows, kept);
  for (Index i = 0; i < vectors.rows; ++i)
    for (Index k = 0; k < kept; ++k)
      points(i, k) = lengths[static_cast<std::size_t>(k)] * vectors(i, ascending ? vectors.columns - 1 - k : k);
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
  require(rank >= 1 && rank < n, "classical MDS: rank {} requested, expected 1 to {}", rank, n - 1);
  const HellingerGram stored = gram.with_stored_roots();
  std::vector<double> middle(static_cast<std::size_t>(n));
  const MatrixProduct product = [&](std::span<const double> vector, std::span<double> result) {
    std::ranges::copy(vector, middle.begin());
    subtract_mean(middle);
    stored.apply(middle, result);
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

}  // namespace sextant::stress
