#include "sextant/stress/neighbour_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/stress/smacof.h"

namespace sextant::stress {
namespace {

constexpr double no_path = std::numeric_limits<double>::infinity();

/// Steps along the edges from everyone to everyone (Floyd and Warshall).
Table count_steps(Table steps) {
  const Index n = steps.rows;
  for (Index middle = 0; middle < n; ++middle)
    for (Index i = 0; i < n; ++i) {
      const double to_middle = steps(i, middle);
      if (to_middle == no_path) continue;
      for (Index j = 0; j < n; ++j) steps(i, j) = std::min(steps(i, j), to_middle + steps(middle, j));
    }
  return steps;
}

/// 1 along edges, no path elsewhere. An edge needs both ends to be among the nearest of the other: a token at the
/// border has fewer true neighbours, and the others that its list is filled up with have nearer ones than it.
Table join_nearest(const Table& similarity, Index neighbours) {
  const Index n = similarity.rows;
  Table edges(n, n);
  std::ranges::fill(edges.values, no_path);
  const auto nearest = nearest_tokens(similarity, neighbours);
  for (Index i = 0; i < n; ++i) {
    edges(i, i) = 0;
    for (const Index j : nearest[static_cast<std::size_t>(i)])
      if (std::ranges::find(nearest[static_cast<std::size_t>(j)], i) != nearest[static_cast<std::size_t>(j)].end())
        edges(i, j) = edges(j, i) = 1;
  }
  return edges;
}

/// Whether another way of at most three steps leads from one end of an edge to the other, as around a cell of a grid.
bool is_confirmed(const Table& edges, Index from, Index to) {
  const auto joined = [&](Index a, Index b) {
    return a != b && edges(a, b) == 1 && !(a == from && b == to) && !(a == to && b == from);
  };
  for (Index first = 0; first < edges.rows; ++first) {
    if (!joined(from, first)) continue;
    if (joined(first, to)) return true;
    for (Index second = 0; second < edges.rows; ++second)
      if (second != from && joined(first, second) && joined(second, to)) return true;
  }
  return false;
}

/// One false edge between distant parts folds the whole map; it is seldom that another one runs beside it.
Table drop_shortcuts(const Table& edges) {
  Table kept = edges;
  for (Index i = 0; i < edges.rows; ++i)
    for (Index j = 0; j < i; ++j)
      if (edges(i, j) == 1 && !is_confirmed(edges, i, j)) kept(i, j) = kept(j, i) = no_path;
  return kept;
}

/// Parts that nothing joins get the edge of largest similarity between them, until there is one part.
Table connect(const Table& similarity, Table edges) {
  const Index n = similarity.rows;
  for (;;) {
    const Table steps = count_steps(edges);
    Index from = -1, to = -1;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        if (steps(0, i) != no_path && steps(0, j) == no_path && (from < 0 || similarity(i, j) > similarity(from, to))) {
          from = i;
          to = j;
        }
    if (from < 0) return steps;
    edges(from, to) = edges(to, from) = 1;
  }
}

}  // namespace

std::vector<std::vector<Index>> nearest_tokens(const Table& similarity, Index count) {
  const Index n = similarity.rows;
  require(similarity.columns == n && count >= 1 && count < n, "expected 1 to {} neighbours of {} tokens, not {}", n - 1,
          n, count);
  std::vector<std::vector<Index>> result;
  for (Index i = 0; i < n; ++i) {
    std::vector<Index> others(static_cast<std::size_t>(n));
    std::iota(others.begin(), others.end(), Index{0});
    others.erase(others.begin() + i);
    std::ranges::stable_sort(others, [&](Index a, Index b) { return similarity(i, a) > similarity(i, b); });
    others.resize(static_cast<std::size_t>(count));
    result.push_back(std::move(others));
  }
  return result;
}

NeighbourMap draw_neighbour_map(const Table& similarity, Index neighbours) {
  const Index n = similarity.rows;
  require(n >= 3, "a map needs three tokens, given {}", n);
  const Table steps = connect(similarity, drop_shortcuts(join_nearest(similarity, neighbours)));
  Table weights(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      if (i != j) weights(i, j) = 1 / (steps(i, j) * steps(i, j));
  Smacof found = smacof(steps, principal_coordinates(steps, 2).points, weights);
  return {std::move(found.points), found.stress};
}

}  // namespace sextant::stress
