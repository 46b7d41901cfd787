#include "sextant/math/graph/position_modules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/math/graph/communities.h"
#include "sextant/math/graph/k_means.h"
#include "sextant/math/graph/module_quality.h"
#include "sextant/math/graph/partition.h"
#include "sextant/math/linear/distances.h"

namespace sextant::math {
namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

class LabelMeasures {
 public:
  LabelMeasures(const Partition& labels, const ModuleRequest& request) : labels_(labels), request_(request) {}

  template <class Measure>
  void add(const std::string& name, Better better, const Measure& measure) {
    const auto shuffled = [&](std::span<const std::int32_t> order) { return measure(reorder(labels_, order)); };
    const auto count = static_cast<Index>(labels_.size());
    measures_.push_back({name, permutation_null(count, request_.draws, request_.seed, better, shuffled)});
  }

  std::vector<ModuleMeasure> take() { return std::move(measures_); }

 private:
  const Partition& labels_;
  const ModuleRequest& request_;
  std::vector<ModuleMeasure> measures_;
};

/// Partitions of every graph, one for each repeat.
std::vector<Partition> partition_all(const std::vector<Table>& graphs, double resolution,
                                     const ModuleRequest& request) {
  std::vector<Partition> partitions;
  for (const auto& graph : graphs) {
    const Table gains = modularity_gains(graph, resolution);
    for (std::uint32_t repeat = 0; repeat < request.repeats; ++repeat)
      partitions.push_back(
          find_communities(gains, {.seed = request.seed + (std::uint64_t{repeat} << 32), .starts = 1}));
  }
  return partitions;
}

}  // namespace

Table directions_of(Table positions, bool centre) {
  if (centre) positions = centre_columns(std::move(positions));
  for (Index i = 0; i < positions.rows; ++i) {
    double* row = positions.view().row(i);
    const double length = std::sqrt(std::inner_product(row, row + positions.columns, row, 0.0));
    for (Index k = 0; k < positions.columns && length > 0; ++k) row[k] /= length;
  }
  return positions;
}

Table similarities_of(const Table& directions) {
  Table result(directions.rows, directions.rows);
  for (Index i = 0; i < directions.rows; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double* row = directions.view().row(i);
      result(i, j) = result(j, i) = std::inner_product(row, row + directions.columns, directions.view().row(j), 0.0);
    }
  return result;
}

Table graph_of(Table similarities) {
  for (double& value : similarities.values) value = std::max(0.0, value);
  return similarities;
}

Table mean_similarities(const std::vector<Table>& positions, bool centre) {
  require(!positions.empty(), "modules: no positions given");
  Table sum(positions.front().rows, positions.front().rows);
  for (const auto& one : positions) {
    const Table own = similarities_of(directions_of(one, centre));
    for (std::size_t i = 0; i < sum.values.size(); ++i)
      sum.values[i] += own.values[i] / static_cast<double>(positions.size());
  }
  return sum;
}

FoundModules find_modules(const std::vector<Table>& positions, const ModuleRequest& request) {
  std::vector<Table> graphs;
  for (const auto& one : positions) graphs.push_back(graph_of(similarities_of(directions_of(one, request.centre))));
  Table distances = mean_similarities(positions, request.centre);
  for (double& value : distances.values) value = 1 - value;
  const std::vector<double> choices =
      request.resolution > 0 ? std::vector<double>{request.resolution} : std::vector<double>{1, 1.5, 2, 3, 4};
  FoundModules best;
  for (const double resolution : choices) {
    FoundModules found{find_consensus(partition_all(graphs, resolution, request), {.seed = request.seed}), resolution};
    found.silhouette = silhouette(distances, found.consensus.modules);
    if (best.consensus.modules.empty() || found.silhouette > best.silhouette) best = std::move(found);
  }
  return best;
}

std::vector<ModuleMeasure> compare_with_labels(const Table& similarities, const Table& directions,
                                               const Partition& found, const Partition& labels,
                                               const ModuleRequest& request) {
  require(static_cast<Index>(labels.size()) == similarities.rows, "modules: {} labels given for {} positions",
          labels.size(), similarities.rows);
  const Table graph = graph_of(similarities);
  const Table gains = modularity_gains(graph);
  const Partition clusters = k_means(directions, {.modules = count_modules(labels), .seed = request.seed});
  LabelMeasures measures(labels, request);
  measures.add("modularity", Better::more, [&](const Partition& own) { return sum_within(gains, own); });
  measures.add("segregation", Better::more, [&](const Partition& own) { return segregation(graph, own); });
  measures.add("participation", Better::less, [&](const Partition& own) { return mean_of(participation(graph, own)); });
  measures.add("ari", Better::more, [&](const Partition& own) { return adjusted_rand_index(clusters, own); });
  measures.add("nmi", Better::more, [&](const Partition& own) { return normalised_mutual_information(clusters, own); });
  measures.add("ari_found", Better::more, [&](const Partition& own) { return adjusted_rand_index(found, own); });
  measures.add("nmi_found", Better::more,
               [&](const Partition& own) { return normalised_mutual_information(found, own); });
  return measures.take();
}

PositionModules measure_modules(const Table& positions, const Partition& labels, const ModuleRequest& request) {
  const Table directions = directions_of(positions, request.centre);
  PositionModules result;
  result.similarities = similarities_of(directions);
  result.found = find_modules({positions}, request);
  result.measures =
      compare_with_labels(result.similarities, directions, result.found.consensus.modules, labels, request);
  return result;
}

}  // namespace sextant::math
