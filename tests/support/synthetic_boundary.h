// Phase diagrams whose boundary is known: the label is `above` with probability Phi(steepness (place - boundary)).
#pragma once

#include <algorithm>
#include <functional>

#include "sextant/core/random.h"
#include "sextant/lab/sweep/boundary.h"
#include "sextant/math/statistics/distributions.h"

namespace sextant::test {

inline DiagramAxis make_axis(std::string key, Index size) {
  DiagramAxis axis{std::move(key), {}};
  for (Index i = 0; i < size; ++i) axis.values.push_back(static_cast<double>(i));
  return axis;
}

inline constexpr double sharp = 1e6;  // a steepness at which seeds always agree

struct SyntheticDiagram {
  DiagramShape shape;
  std::function<double(double)> boundary;  // place along the first axis -> place along the second, in cells
  double steepness = sharp;
  std::uint64_t draw = 1;

  std::string label(Index cell, Index seed) const {
    const auto place = shape.place_of(cell);
    const double at = boundary(static_cast<double>(place[0]));
    const double z = std::clamp(steepness * (static_cast<double>(place.back()) - at), -30.0, 30.0);
    const Random random(draw, Stream::data, static_cast<std::uint64_t>(cell), static_cast<std::uint32_t>(seed));
    return random.uniform(0) < normal_probability(z) ? "above" : "below";
  }

  void observe(Boundary& into, const std::vector<Proposal>& runs) const {
    for (const auto& run : runs) into.observe(run.cell, run.seed, label(run.cell, run.seed));
  }

  /// Rounds of `round` runs until nothing more is proposed.
  Boundary explore(const BoundaryOptions& options, Index round) const {
    Boundary result(shape, options);
    for (auto runs = result.propose(round); !runs.empty(); runs = result.propose(round)) observe(result, runs);
    return result;
  }

  Boundary run_all(const BoundaryOptions& options) const {
    Boundary result(shape, options);
    for (Index cell = 0; cell < shape.cells(); ++cell)
      for (Index seed = 0; seed < shape.seeds; ++seed) observe(result, {{cell, seed}});
    return result;
  }
};

}  // namespace sextant::test
