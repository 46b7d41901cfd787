#include "sextant/lab/discover/discovery.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/data/series/covariance.h"
#include "sextant/data/series/prepared_rows.h"
#include "sextant/lab/discover/learned_positions.h"
#include "sextant/lab/discover/prediction_errors.h"
#include "sextant/math/linear/distances.h"

namespace sextant::lab {
namespace {

/// The rows as the task of the runs prepares them.
std::shared_ptr<const PreparedRows> prepare(const Tree& task) {
  return prepare_series({.files = {.data = task.at("file").get<std::string>(),
                                   .time = task.at("time").get<std::string>(),
                                   .labels = task.at("labels").get<std::string>(),
                                   .coordinates = task.at("coordinates").get<std::string>()},
                         .split = task.at("split").get<std::string>(),
                         .test_share = task.at("test_share").get<double>(),
                         .z_score = task.at("z_score").get<bool>(),
                         .detrend = task.at("detrend").get<bool>(),
                         .places = task.at("places").get<std::string>(),
                         .shuffle = task.at("shuffle").get<Index>(),
                         .shift = task.at("shift").get<Index>(),
                         .seed = task.at("data_seed").get<std::uint64_t>()});
}

Table correlations_of(const Table& rows) {
  const Table covariance = second_moments(rows, 0, rows.rows);
  Table result(covariance.rows, covariance.rows);
  for (Index i = 0; i < covariance.rows; ++i)
    for (Index j = 0; j < covariance.rows; ++j) {
      const double scale = std::sqrt(covariance(i, i) * covariance(j, j));
      result(i, j) = scale > 0 ? covariance(i, j) / scale : 0;
    }
  return result;
}

Table one_minus(Table table) {
  for (double& value : table.values) value = 1 - value;
  for (Index i = 0; i < table.rows; ++i) table(i, i) = 0;
  return table;
}

/// Chords sqrt(2 - 2 cos) in three dimensions.
Projection draw_map(const Table& similarities) {
  Table chords = similarities;
  for (double& value : chords.values) value = std::sqrt(std::max(0.0, 2 - 2 * value));
  for (Index i = 0; i < chords.rows; ++i) chords(i, i) = 0;
  return principal_coordinates(chords, 3);
}

HeldOutModules test_modules(const Table& correlations, const Partition& modules, Index shuffles) {
  HeldOutModules result;
  if (count_modules(modules) < 2) return result;
  const auto difference = [&](const Partition& own) {
    double within = 0, between = 0, pairs_within = 0, pairs_between = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const bool together = own[i] == own[j];
        (together ? within : between) += correlations(static_cast<Index>(i), static_cast<Index>(j));
        (together ? pairs_within : pairs_between) += 1;
      }
    result.within = pairs_within > 0 ? within / pairs_within : 0;
    result.between = pairs_between > 0 ? between / pairs_between : 0;
    return result.within - result.between;
  };
  const auto shuffled = [&](std::span<const std::int32_t> order) { return difference(reorder(modules, order)); };
  const double p = permutation_null(correlations.rows, shuffles, 1, Better::more, shuffled).p;
  difference(modules);
  result.p = p;
  return result;
}

}  // namespace

Discovery conclude_discovery(Index shuffles, const Study& study, const Evidence& evidence, const Runner& runner) {
  Discovery result;
  result.study = study;
  const auto rows = prepare(runner.resolve(study.base).at("task"));
  result.series.variables = rows->facts.names;
  result.series.labels = rows->facts.modules;
  result.series.coordinates = rows->facts.coordinates;
  result.structure = test_structure(evidence);
  result.errors = gather_errors(evidence);
  result.positions = gather_positions(evidence, result.errors.best().name);
  result.similarities = mean_similarities(result.positions, true);
  result.map = draw_map(result.similarities);
  result.modules = find_modules(result.positions, {.seed = 1});
  result.held_out = test_modules(correlations_of(rows->test), result.modules.consensus.modules, shuffles);
  result.stability = compare_seeds(result.positions, shuffles);
  const Table unlike = one_minus(result.similarities);
  result.connectivity = MantelTest(one_minus(correlations_of(rows->train)), shuffles, 1).measure(unlike);
  if (result.series.coordinates.rows > 0)
    result.places = MantelTest(euclidean_distances(result.series.coordinates), shuffles, 1).measure(unlike);
  const Partition labels = partition_by_name(result.series.labels);
  if (count_modules(labels) >= 2)
    result.measures = compare_with_labels(result.similarities, directions_of(result.positions.front(), true),
                                          result.modules.consensus.modules, labels, {.draws = shuffles, .seed = 1});
  return result;
}

}  // namespace sextant::lab
