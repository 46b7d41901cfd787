#include "sextant/math/linear/trustworthiness.h"

#include <algorithm>
#include <numeric>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

/// The other points by distance, the nearest first; of equals the first.
std::vector<Index> others_by_distance(const Table& distances, Index point) {
  std::vector<Index> others(static_cast<std::size_t>(distances.rows));
  std::iota(others.begin(), others.end(), Index{0});
  others.erase(others.begin() + point);
  std::ranges::stable_sort(others, {}, [&](Index other) { return distances(point, other); });
  return others;
}

}  // namespace

double trustworthiness(const Table& true_distances, const Table& distances_on_map, Index neighbours) {
  const Index n = true_distances.rows;
  require(distances_on_map.rows == n, "trustworthiness: {} points, but {} in the projection", n, distances_on_map.rows);
  require(neighbours >= 1 && 2 * neighbours < n,
          "trustworthiness: {} neighbours of {} points; expected 1 to less than half of them", neighbours, n);
  Index penalty = 0;
  std::vector<Index> rank(static_cast<std::size_t>(n));
  for (Index point = 0; point < n; ++point) {
    const auto truly = others_by_distance(true_distances, point);
    for (std::size_t i = 0; i < truly.size(); ++i) rank[static_cast<std::size_t>(truly[i])] = static_cast<Index>(i) + 1;
    const auto on_map = others_by_distance(distances_on_map, point);
    for (Index i = 0; i < neighbours; ++i)
      penalty += std::max<Index>(0, rank[static_cast<std::size_t>(on_map[static_cast<std::size_t>(i)])] - neighbours);
  }
  const auto worst = static_cast<double>(n * neighbours * (2 * n - 3 * neighbours - 1));
  return 1 - 2 * static_cast<double>(penalty) / worst;
}

}  // namespace sextant::math
