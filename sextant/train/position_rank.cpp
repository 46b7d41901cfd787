#include "sextant/train/position_rank.h"

#include <cmath>

#include "sextant/math/linear/decompositions.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

constexpr Index most_tokens = 1024;  // the time grows with their cube

double rank_of(const Geometry& geometry) {
  const bool vectors = geometry.kind == Geometry::Kind::vectors;
  const Table gram = centred_gram(vectors ? euclidean_distances(geometry.table) : geometry.table);
  for (const double value : gram.values)
    if (!std::isfinite(value)) return NAN;
  auto values = solve_symmetric(gram).values;
  for (double& value : values) value = std::sqrt(std::max(0.0, value));
  return effective_rank(values);
}

}  // namespace

double position_rank(Transformer& model) {
  if (model.shape().length > most_tokens) return NAN;
  std::vector<const Position*> seen;
  double sum = 0;
  for (Index block = 0; block < model.options().depth; ++block) {
    const Position* position = &model.position(block);
    if (std::ranges::find(seen, position) != seen.end()) continue;
    seen.push_back(position);
    sum += rank_of(position->geometry());
  }
  return sum / static_cast<double>(seen.size());
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
