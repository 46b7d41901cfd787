#include "sextant/math/graph/spectral_clustering.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/math/graph/k_means.h"
#include "sextant/math/linear/eigen.h"

namespace sextant::math {
namespace {

Table normalised_graph(const Table& similarities) {
  const Index n = similarities.rows;
  Table graph(n, n);
  std::vector<double> strength(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      graph(i, j) = i == j ? 0 : std::max(0.0, similarities(i, j));
      strength[static_cast<std::size_t>(i)] += graph(i, j);
    }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double scale = std::sqrt(strength[static_cast<std::size_t>(i)] * strength[static_cast<std::size_t>(j)]);
      if (scale > 0) graph(i, j) /= scale;
    }
  return graph;
}

}  // namespace

Partition spectral_clustering(const Table& similarities, Index modules, std::uint64_t seed) {
  const Index n = similarities.rows;
  require(modules >= 1 && modules <= n, "spectral clustering: {} clusters of {} nodes", modules, n);
  const EigenPairs pairs = solve_symmetric(normalised_graph(similarities));
  Table rows(n, modules);
  for (Index i = 0; i < n; ++i) {
    double* row = rows.view().row(i);
    for (Index k = 0; k < modules; ++k) row[k] = pairs.vectors(i, n - 1 - k);
    const double length = std::sqrt(std::inner_product(row, row + modules, row, 0.0));
    for (Index k = 0; k < modules && length > 0; ++k) row[k] /= length;
  }
  return k_means(rows, {.modules = modules, .seed = seed});
}

}  // namespace sextant::math
