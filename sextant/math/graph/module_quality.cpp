#include "sextant/math/graph/module_quality.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sextant/core/error.h"

namespace sextant::math {

namespace {

void require_square(const Table& weights) {
  require(weights.rows == weights.columns && weights.rows >= 1,
          "modularity: expected a square matrix of weights, given ({}, {})", weights.rows, weights.columns);
}

std::vector<double> strengths_of(const Table& weights) {
  std::vector<double> strengths;
  for (Index i = 0; i < weights.rows; ++i) {
    double sum = 0;
    for (Index j = 0; j < weights.rows; ++j) sum += i == j ? 0 : weights(i, j);
    strengths.push_back(sum);
  }
  return strengths;
}

/// Adds factor * gains of `weights`, which are not negative, to `gains`; nothing where there is no weight.
void add_gains(const Table& weights, double resolution, double factor, Table& gains) {
  const auto strengths = strengths_of(weights);
  const double total = std::accumulate(strengths.begin(), strengths.end(), 0.0);
  if (!(total > 0)) return;
  for (Index i = 0; i < weights.rows; ++i)
    for (Index j = 0; j < weights.rows; ++j) {
      const double expected =
          strengths[static_cast<std::size_t>(i)] * strengths[static_cast<std::size_t>(j)] / total * resolution;
      gains(i, j) += factor * ((i == j ? 0 : weights(i, j)) - expected) / total;
    }
}

Table part_of(const Table& weights, double sign) {
  Table part = weights;
  for (double& weight : part.values) weight = std::max(0.0, sign * weight);
  return part;
}

double total_of(const Table& weights) {
  const auto strengths = strengths_of(weights);
  return std::accumulate(strengths.begin(), strengths.end(), 0.0);
}

}  // namespace

Table modularity_gains(const Table& weights, double resolution) {
  require_square(weights);
  for (Index i = 0; i < weights.rows; ++i)
    for (Index j = 0; j < weights.rows; ++j)
      require(i == j || weights(i, j) >= 0,
              "modularity: the weight between nodes {} and {} is {}; expected 0 or more (signed_modularity takes both)",
              i, j, weights(i, j));
  Table gains(weights.rows, weights.rows);
  add_gains(weights, resolution, 1, gains);
  return gains;
}

Table signed_modularity_gains(const Table& weights, SignedRule rule, double resolution) {
  require_square(weights);
  const Table positive = part_of(weights, 1), negative = part_of(weights, -1);
  const double plus = total_of(positive), minus = total_of(negative);
  Table gains(weights.rows, weights.rows);
  if (!(plus + minus > 0)) return gains;
  add_gains(positive, resolution, rule == SignedRule::gomez ? plus / (plus + minus) : 1, gains);
  add_gains(negative, resolution, -minus / (plus + minus), gains);
  return gains;
}

double sum_within(const Table& gains, const Partition& modules) {
  require(static_cast<Index>(modules.size()) == gains.rows, "modularity: {} nodes have a module, {} have weights",
          modules.size(), gains.rows);
  double sum = 0;
  for (Index i = 0; i < gains.rows; ++i) {
    const double* row = gains.view().row(i);
    const Index own = modules[static_cast<std::size_t>(i)];
    double inside = 0;
    for (std::size_t j = 0; j < modules.size(); ++j) inside += modules[j] == own ? row[j] : 0;
    sum += inside;
  }
  return sum;
}

double modularity(const Table& weights, const Partition& modules, double resolution) {
  return sum_within(modularity_gains(weights, resolution), modules);
}

double signed_modularity(const Table& weights, const Partition& modules, SignedRule rule, double resolution) {
  return sum_within(signed_modularity_gains(weights, rule, resolution), modules);
}

namespace {

void require_modules(const Table& weights, const Partition& modules) {
  require(weights.rows == weights.columns && static_cast<Index>(modules.size()) == weights.rows,
          "segregation: {} nodes have a module, but the matrix is ({}, {})", modules.size(), weights.rows,
          weights.columns);
}

}  // namespace

double segregation(const Table& weights, const Partition& modules) {
  require_modules(weights, modules);
  double within = 0, between = 0;
  Index pairs_within = 0, pairs_between = 0;
  for (Index i = 0; i < weights.rows; ++i)
    for (Index j = 0; j < i; ++j) {
      const bool together = modules[static_cast<std::size_t>(i)] == modules[static_cast<std::size_t>(j)];
      (together ? within : between) += weights(i, j);
      ++(together ? pairs_within : pairs_between);
    }
  if (!(within > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double mean_within = within / static_cast<double>(pairs_within);
  const double mean_between = pairs_between > 0 ? between / static_cast<double>(pairs_between) : 0;
  return (mean_within - mean_between) / mean_within;
}

std::vector<double> participation(const Table& weights, const Partition& modules) {
  require_modules(weights, modules);
  std::vector<double> result, sums(static_cast<std::size_t>(count_modules(modules)));
  for (Index i = 0; i < weights.rows; ++i) {
    std::ranges::fill(sums, 0);
    double total = 0, squares = 0;
    for (Index j = 0; j < weights.rows; ++j) {
      if (i == j) continue;
      sums[static_cast<std::size_t>(modules[static_cast<std::size_t>(j)])] += weights(i, j);
      total += weights(i, j);
    }
    for (const double sum : sums) squares += sum * sum;
    result.push_back(total > 0 ? 1 - squares / (total * total) : 0);
  }
  return result;
}

double silhouette(const Table& distances, const Partition& modules) {
  require(static_cast<Index>(modules.size()) == distances.rows, "silhouette: {} nodes have a module, {} have distances",
          modules.size(), distances.rows);
  const auto count = static_cast<std::size_t>(count_modules(modules));
  if (count < 2) return 0;
  std::vector<double> sizes(count), sums(count);
  for (const Index module : modules) sizes[static_cast<std::size_t>(module)] += 1;
  double total = 0;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const auto own = static_cast<std::size_t>(modules[i]);
    if (sizes[own] < 2) continue;
    std::ranges::fill(sums, 0);
    for (std::size_t j = 0; j < modules.size(); ++j)
      if (i != j) sums[static_cast<std::size_t>(modules[j])] += distances.values[i * modules.size() + j];
    const double inside = sums[own] / (sizes[own] - 1);
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t m = 0; m < count; ++m)
      if (m != own) nearest = std::min(nearest, sums[m] / sizes[m]);
    const double larger = std::max(inside, nearest);
    total += larger > 0 ? (nearest - inside) / larger : 0;
  }
  return total / static_cast<double>(modules.size());
}

}  // namespace sextant::math
