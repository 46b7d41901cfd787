// Return probabilities of a random walk on the graph (RWSE; Dwivedi et al., arXiv 2110.07875): token i has diag(M^k)_i,
// k = 1..steps, M = A D^-1, with edge weights as transition rates, then mapped to the width by a trained matrix or used
// as they are. No sign is arbitrary, unlike Laplacian eigenvectors, but tokens that a symmetry of the graph exchanges
// (both ends of a path) have the same features. A CLS token has a zero row.
#include <cmath>

#include "sextant/positions/position.h"
#include "sextant/positions/projected_features.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct RandomWalkOptions final : Options {
  Index steps = 16;
  bool trained_projection = true;

  void visit(OptionVisitor& option) override {
    option("steps", steps, at_least(1),
           "longest random walk: features are return probabilities after 1 to this many steps");
    option("trained_projection", trained_projection,
           "project the probabilities to the model width by a learned matrix; false: use them directly");
  }
};

/// (tokens, steps): the diagonals of M, M^2, ...
Table return_probabilities(const RandomWalkOptions& own, const EncodingContext& context) {
  const Table weights = context.arrangement.as_graph("random_walk");
  const Index count = weights.rows;
  require(own.trained_projection || own.steps <= context.width,
          "random_walk: {} steps do not fit into width {} without a projection; set trained_projection = true",
          own.steps, context.width);
  Table transition(count, count);
  for (Index j = 0; j < count; ++j) {
    double degree = 0;
    for (Index i = 0; i < count; ++i) degree += weights(i, j);
    for (Index i = 0; i < count && degree > 0; ++i) transition(i, j) = weights(i, j) / degree;
  }
  Table result(count, own.steps);
  Table power = transition;
  for (Index step = 0; step < own.steps; ++step) {
    for (Index i = 0; i < count; ++i) result(i, step) = power(i, i);
    Table next(count, count);
    for (Index i = 0; i < count; ++i)
      for (Index k = 0; k < count; ++k) {
        if (power(i, k) == 0) continue;
        for (Index j = 0; j < count; ++j) next(i, j) += power(i, k) * transition(k, j);
      }
    power = std::move(next);
  }
  return result;
}

class RandomWalk final : public ProjectedFeatures {
 public:
  using OwnOptions = RandomWalkOptions;
  RandomWalk(const RandomWalkOptions& own, const EncodingContext& context, Parameters& parameters)
      : ProjectedFeatures(context, parameters, return_probabilities(own, context), own.trained_projection,
                          "return probabilities") {}
};

}  // namespace

SEXTANT_DEFINE_POSITION(random_walk, RandomWalk)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
