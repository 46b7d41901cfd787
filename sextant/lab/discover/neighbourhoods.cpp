#include "sextant/lab/discover/neighbourhoods.h"

#include <algorithm>
#include <numeric>

#include "sextant/math/statistics/student_interval.h"

namespace sextant::lab {
namespace {

constexpr Index few = 4;
constexpr double tie = 1 + 1e-9;  // of distances that are the same up to rounding

/// The other variables, by `key` from the least.
template <class Key>
std::vector<Index> sort_others(Index count, Index own, const Key& key) {
  std::vector<Index> others;
  for (Index j = 0; j < count; ++j)
    if (j != own) others.push_back(j);
  std::ranges::stable_sort(others, {}, key);
  return others;
}

Table unlikeness(Table similarities) {
  for (double& value : similarities.values) value = 1 - value;
  for (Index i = 0; i < similarities.rows; ++i) similarities(i, i) = 0;
  return similarities;
}

}  // namespace

Neighbourhood measure_neighbours(const Table& similarities, const Table& distances) {
  const Index n = similarities.rows, wanted = std::min(few, n - 1);
  Neighbourhood result;
  for (Index i = 0; i < n; ++i) {
    const auto near = sort_others(n, i, [&](Index j) { return distances(i, j); });
    const auto alike = sort_others(n, i, [&](Index j) { return -similarities(i, j); });
    const auto within = [&](Index j, Index place) {
      return distances(i, j) <= distances(i, near[static_cast<std::size_t>(place)]) * tie;
    };
    result.nearest += within(alike.front(), 0) ? 1 : 0;
    for (Index k = 0; k < wanted; ++k)
      result.four += within(alike[static_cast<std::size_t>(k)], wanted - 1) ? 1.0 / static_cast<double>(wanted) : 0;
  }
  result.nearest /= static_cast<double>(n);
  result.four /= static_cast<double>(n);
  return result;
}

std::vector<Neighbourhood> compare_neighbours(const NeighbourhoodData& data, Index shuffles) {
  const MantelTest test(data.distances, shuffles, 1);
  std::vector<Neighbourhood> all;
  const std::pair<const char*, const Table*> sources[] = {{"learned positions", &data.learned},
                                                          {"correlations", &data.correlations},
                                                          {"partial correlations", &data.partial}};
  for (const auto& [name, similarities] : sources) {
    all.push_back(measure_neighbours(*similarities, data.distances));
    all.back().source = name;
    all.back().distances = test.measure(unlikeness(*similarities));
  }
  for (const auto& own : data.by_seed) all.front().seeds.push_back(measure_neighbours(own, data.distances).nearest);
  return all;
}

Added compare_nearest(const std::vector<Neighbourhood>& all) {
  const auto& learned = all.front();
  const auto other = std::ranges::max_element(all.begin() + 1, all.end(), {}, &Neighbourhood::nearest);
  Added added{learned.nearest, other->nearest, other->source, learned.nearest - other->nearest, {}, {}};
  std::vector<double> differences;
  for (const double own : learned.seeds) differences.push_back(own - other->nearest);
  added.over_seeds = student_interval(differences);
  return added;
}

}  // namespace sextant::lab
