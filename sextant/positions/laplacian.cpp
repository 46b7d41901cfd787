// Eigenvectors of the graph Laplacian, the waves of a graph (Dwivedi and Bresson, arXiv 2012.09699): the k smoothest
// after the constant one, each scaled to unit mean square, then mapped to the width by a trained matrix or used as
// they are, padded with zeros. Signs are fixed by sextant/math/linear/eigen.h; where eigenvalues coincide (a square
// grid) the basis of their space is the solver's choice. A CLS token has a zero row.
#include <algorithm>
#include <cmath>

#include "sextant/math/linear/eigen.h"
#include "sextant/positions/position.h"
#include "sextant/positions/projected_features.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct LaplacianOptions final : Options {
  std::optional<Index> count;
  bool normalised = true;
  bool trained_projection = true;

  void visit(OptionVisitor& option) override {
    option("count", count, at_least(1), "number of eigenvectors; auto (or 0): min(tokens - 1, width)");
    option("normalised", normalised, "use the normalised Laplacian I - D^-1/2 W D^-1/2 instead of D - W");
    option("trained_projection", trained_projection,
           "project the eigenvectors to the model width by a learned matrix; false: use them directly");
  }
};

/// I - D^-1/2 W D^-1/2, or D - W
Table make_laplacian(const Table& weights, bool normalised) {
  const Index count = weights.rows;
  std::vector<double> degree(static_cast<std::size_t>(count), 0.0);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j) degree[static_cast<std::size_t>(i)] += weights(i, j);
  Table result(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j) {
      const double di = degree[static_cast<std::size_t>(i)];
      const double dj = degree[static_cast<std::size_t>(j)];
      if (normalised)
        result(i, j) = (i == j ? 1.0 : 0.0) - weights(i, j) / std::sqrt(di * dj);
      else
        result(i, j) = (i == j ? di : 0.0) - weights(i, j);
    }
  return result;
}

void require_connected(const Table& weights) {
  std::vector<Index> reached{0};
  std::vector<bool> seen(static_cast<std::size_t>(weights.rows), false);
  seen[0] = true;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (Index j = 0; j < weights.rows; ++j)
      if (!seen[static_cast<std::size_t>(j)] && weights(reached[next], j) > 0) {
        seen[static_cast<std::size_t>(j)] = true;
        reached.push_back(j);
      }
  const auto unseen = std::find(seen.begin(), seen.end(), false);
  require(unseen == seen.end(), "laplacian: the graph is disconnected: no path between token 0 and token {}",
          unseen - seen.begin());
}

/// (tokens, k): eigenvectors as columns
Table waves_of_graph(const LaplacianOptions& own, const EncodingContext& context) {
  const Table weights = context.arrangement.as_graph("laplacian");
  const Index count = weights.rows;
  require(count >= 2, "laplacian: a graph of {} token has no non-constant eigenvector", count);
  require_connected(weights);
  const Index most = own.trained_projection ? count - 1 : std::min(count - 1, context.width);
  const Index kept = own.count.value_or(std::min(count - 1, context.width));
  require(kept <= most, "laplacian: count {} given, expected 1 to {} ({} tokens, width {})", kept, most, count,
          context.width);
  const EigenPairs pairs = solve_symmetric(make_laplacian(weights, own.normalised));
  const double scale = std::sqrt(static_cast<double>(count));
  Table waves(count, kept);
  for (Index token = 0; token < count; ++token)
    for (Index k = 0; k < kept; ++k)  // eigenvector 0 belongs to eigenvalue 0 and tells no token apart
      waves(token, k) = scale * pairs.vectors(token, k + 1);
  return waves;
}

class Laplacian final : public ProjectedFeatures {
 public:
  using OwnOptions = LaplacianOptions;
  Laplacian(const LaplacianOptions& own, const EncodingContext& context, Parameters& parameters)
      : ProjectedFeatures(context, parameters, waves_of_graph(own, context), own.trained_projection, "eigenvectors") {}
};

}  // namespace

SEXTANT_DEFINE_POSITION(laplacian, Laplacian)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
