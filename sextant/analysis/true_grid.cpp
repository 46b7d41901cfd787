#include "sextant/analysis/true_grid.h"

#include <algorithm>
#include <cmath>

#include "sextant/math/graph/assignment.h"
#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/stress/neighbour_map.h"

namespace sextant::analysis {
namespace {

double square_sum(const Table& table) {
  double sum = 0;
  for (const double value : table.values) sum += value * value;
  return sum;
}

/// As an image is drawn: columns to the right, rows downwards; centred.
Table plane_of_grid(const Arrangement& places) {
  const Table cells = places.as_coordinates("grid_recovery");
  Table plane(cells.rows, 2);
  double middle[2] = {0, 0};
  for (Index s = 0; s < cells.rows; ++s)
    for (const Index axis : {0, 1}) middle[axis] += cells(s, axis) / static_cast<double>(cells.rows);
  for (Index s = 0; s < cells.rows; ++s) {
    plane(s, 0) = cells(s, 1) - middle[1];
    plane(s, 1) = middle[0] - cells(s, 0);
  }
  return plane;
}

}  // namespace

TrueGrid::TrueGrid(const Arrangement& places)
    : plane_(plane_of_grid(places)), distances_(places.as_distances("grid_recovery")) {
  least_ = 1e300;
  for (Index s = 0; s < distances_.rows; ++s)
    for (Index t = 0; t < s; ++t) least_ = std::min(least_, distances_(s, t));
}

Tree TrueGrid::edges() const {
  Tree edges = Tree::array();
  for (Index s = 0; s < count(); ++s)
    for (Index t = 0; t < s; ++t)
      if (are_neighbours(s, t)) edges.push_back({t, s});
  return edges;
}

double TrueGrid::mean_degree() const {
  double pairs = 0;
  for (Index s = 0; s < count(); ++s)
    for (Index t = 0; t < count(); ++t) pairs += are_neighbours(s, t) ? 1 : 0;
  return pairs / static_cast<double>(count());
}

GridRecovered TrueGrid::compare(const Table& similarity) const {
  GridRecovered result;
  const auto near = stress::nearest_tokens(similarity, neighbours_counted);
  const auto n = static_cast<double>(count());
  for (Index s = 0; s < count(); ++s) {
    const auto& own = near[static_cast<std::size_t>(s)];
    result.nearest += are_neighbours(s, own.front()) ? 1 / n : 0;
    for (const Index t : own) result.four += are_neighbours(s, t) ? 1 / (n * neighbours_counted) : 0;
  }
  result.points = turn_onto(stress::draw_neighbour_map(similarity, neighbours_joined).points, plane_);
  result.r2 = r2_of(result.points);
  place(result);
  return result;
}

double TrueGrid::r2_of_scaling(Table correlations) const {
  for (double& value : correlations.values) value = std::sqrt(std::max(0.0, 2 - 2 * value));
  return r2_of(turn_onto(principal_coordinates(correlations, 2).points, plane_));
}

double TrueGrid::r2_of(const Table& turned) const {
  double product = 0;
  for (std::size_t i = 0; i < plane_.values.size(); ++i) product += plane_.values[i] * turned.values[i];
  const double sizes = square_sum(turned) * square_sum(plane_);
  return sizes > 0 ? product * product / sizes : 0;
}

// Into the cells, at the size of the truth rather than of least misfit: a bad map must not shrink to the centre.
void TrueGrid::place(GridRecovered& result) const {
  const double own = square_sum(result.points);
  const double stretch = own > 0 ? std::sqrt(square_sum(plane_) / own) : 1;
  for (double& value : result.points.values) value *= stretch;
  Table costs(count(), count());
  for (Index s = 0; s < count(); ++s)
    for (Index t = 0; t < count(); ++t) {
      const double x = result.points(s, 0) - plane_(t, 0), y = result.points(s, 1) - plane_(t, 1);
      costs(s, t) = x * x + y * y;
    }
  result.cells = assign(costs);
  for (Index s = 0; s < count(); ++s)
    result.placed += result.cells[static_cast<std::size_t>(s)] == s ? 1 / static_cast<double>(count()) : 0;
}

}  // namespace sextant::analysis
