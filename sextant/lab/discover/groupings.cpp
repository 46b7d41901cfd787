#include "sextant/lab/discover/groupings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/math/graph/communities.h"
#include "sextant/math/graph/k_means.h"
#include "sextant/math/graph/module_quality.h"
#include "sextant/math/graph/partition.h"
#include "sextant/math/graph/spectral_clustering.h"
#include "sextant/math/statistics/student_interval.h"

namespace sextant::lab {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr const char* learned_source = "learned positions";

/// Communities at the resolution whose partition has the largest silhouette, as for learned positions.
Partition find_by_leiden(const Table& similarities) {
  Table distances = similarities;
  for (double& value : distances.values) value = 1 - value;
  for (Index i = 0; i < distances.rows; ++i) distances(i, i) = 0;
  const Table graph = graph_of(similarities);
  Partition best;
  double widest = -std::numeric_limits<double>::infinity();
  for (const double resolution : {1.0, 1.5, 2.0, 3.0, 4.0}) {
    const Partition found = find_communities(modularity_gains(graph, resolution), {.seed = 1, .starts = 10});
    const double width = silhouette(distances, found);
    if (width <= widest) continue;
    widest = width;
    best = found;
  }
  return best;
}

Partition group(const std::string& method, const Table& similarities, Index modules) {
  if (method == "Leiden") return find_by_leiden(similarities);
  if (method == "spectral") return spectral_clustering(similarities, modules, 1);
  return k_means(similarities, {.modules = modules, .seed = 1});  // rows are the profile of a variable
}

Grouping judge(const char* method, const char* source, const Table& similarities, const GroupingData& data) {
  Grouping result{method, source, group(method, similarities, data.modules), no_number, no_number, {}, 0};
  const auto held_out = split_correlations(data.held_out, result.modules);
  result.within_between = held_out.within - held_out.between;
  if (data.labels.empty()) return result;
  const Partition own = pick_modules(result.modules, data.labelled);
  result.nmi = normalised_mutual_information(own, data.labels);
  result.ari = adjusted_rand_index(own, data.labels);
  return result;
}

}  // namespace

SplitCorrelations split_correlations(const Table& correlations, const Partition& modules) {
  double within = 0, between = 0, pairs_within = 0, pairs_between = 0;
  for (std::size_t i = 0; i < modules.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const bool together = modules[i] == modules[j];
      (together ? within : between) += correlations(static_cast<Index>(i), static_cast<Index>(j));
      (together ? pairs_within : pairs_between) += 1;
    }
  return {pairs_within > 0 ? within / pairs_within : 0, pairs_between > 0 ? between / pairs_between : 0};
}

Partition pick_modules(const Partition& modules, const std::vector<Index>& kept) {
  Partition result;
  for (const Index i : kept) result.push_back(modules[static_cast<std::size_t>(i)]);
  return number_by_appearance(result);
}

std::vector<Grouping> compare_groupings(const GroupingData& data) {
  std::vector<Grouping> all;
  for (const char* method : {"Leiden", "spectral", "k-means"}) {
    all.push_back(judge(method, learned_source, data.learned, data));
    if (!data.labels.empty())
      for (const auto& own : data.by_seed)
        all.back().seed_nmi.push_back(
            normalised_mutual_information(pick_modules(group(method, own, data.modules), data.labelled), data.labels));
    all.push_back(judge(method, "correlations", data.correlations, data));
    all.push_back(judge(method, "partial correlations", data.partial, data));
  }
  return all;
}

Added compare_with_best(const std::vector<Grouping>& groupings) {
  const Grouping *learned = nullptr, *other = nullptr;
  for (const auto& one : groupings) {
    auto*& best = one.source == learned_source ? learned : other;
    if (best == nullptr || one.nmi > best->nmi) best = &one;
  }
  Added added{learned->nmi, other->nmi, other->name(), learned->nmi - other->nmi, {}, {}};
  std::vector<double> differences;
  for (const double own : learned->seed_nmi) differences.push_back(own - other->nmi);
  added.over_seeds = student_interval(differences);
  return added;
}

}  // namespace sextant::lab
