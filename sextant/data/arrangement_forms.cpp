// The forms an encoding may ask for, derived from what is known: an index is a line of points and a path, a
// grid is a lattice of points and of neighbours, points have Euclidean distances, a graph has shortest paths.
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/data/arrangement.h"

namespace sextant::data {
namespace {

Table grid_points(const std::vector<Index>& extents, Index count) {
  const auto axes = static_cast<Index>(extents.size());
  Table points(count, axes);
  for (Index token = 0; token < count; ++token) {
    Index rest = token;
    for (Index axis = axes - 1; axis >= 0; --axis) {
      const Index extent = extents[static_cast<std::size_t>(axis)];
      points(token, axis) = static_cast<double>(rest % extent);
      rest /= extent;
    }
  }
  return points;
}

Table euclidean_distances(const Table& points) {
  Table result(points.rows, points.rows);
  for (Index i = 0; i < points.rows; ++i)
    for (Index j = 0; j < i; ++j) {
      double square = 0;
      for (Index axis = 0; axis < points.columns; ++axis) {
        const double difference = points(i, axis) - points(j, axis);
        square += difference * difference;
      }
      result(i, j) = result(j, i) = std::sqrt(square);
    }
  return result;
}

/// Floyd and Warshall over edges of length 1/weight: the stronger an edge, the nearer its ends.
Table shortest_paths(const Table& weights, const std::string& who) {
  const Index count = weights.rows;
  Table paths(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j)
      if (i != j) paths(i, j) = weights(i, j) > 0 ? 1 / weights(i, j) : std::numeric_limits<double>::infinity();
  for (Index middle = 0; middle < count; ++middle) {
    const double* from_middle = paths.view().row(middle);
    for (Index i = 0; i < count; ++i) {
      double* row = paths.view().row(i);
      const double to_middle = row[middle];
      for (Index j = 0; j < count; ++j) {
        const double around = to_middle + from_middle[j];
        row[j] = around < row[j] ? around : row[j];
      }
    }
  }
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < i; ++j)
      require(std::isfinite(paths(i, j)),
              "{}: the graph is disconnected: no path between token {} and token {}; connect it or give distances", who,
              j, i);
  return paths;
}

}  // namespace

Table Arrangement::as_coordinates(const std::string& who) const {
  switch (kind_) {
    case Kind::index:
      return grid_points({count_}, count_);
    case Kind::grid:
      return grid_points(extents_, count_);
    case Kind::coordinates:
      return table_;
    default:
      fail("{}: the arrangement is {}, which has no coordinates; expected index, grid:4x4 or coordinates:FILE", who,
           kind_name());
  }
}

Table Arrangement::as_distances(const std::string& who) const {
  if (kind_ == Kind::distances) return table_;
  if (kind_ == Kind::graph) return shortest_paths(table_, who);
  return euclidean_distances(as_coordinates(who));
}

Table Arrangement::as_graph(const std::string& who) const {
  if (kind_ == Kind::graph) return table_;
  require(kind_ == Kind::index || kind_ == Kind::grid,
          "{}: the arrangement is {}, which has no edges; expected index, grid:4x4 or graph:FILE", who, kind_name());
  const Table points = as_coordinates(who);
  Table weights(count_, count_);
  // Neighbours along one axis differ by one in it and by nothing in the others; in row-major order the
  // next cell of an axis lies a fixed number of tokens ahead.
  Index ahead = 1;
  for (Index axis = points.columns - 1; axis >= 0; --axis) {
    const Index extent = kind_ == Kind::index ? count_ : extents_[static_cast<std::size_t>(axis)];
    for (Index token = 0; token < count_; ++token)
      if (points(token, axis) + 1 < static_cast<double>(extent))
        weights(token, token + ahead) = weights(token + ahead, token) = 1;
    ahead *= extent;
  }
  return weights;
}

}  // namespace sextant::data
