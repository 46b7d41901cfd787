#include "sextant/lab/discover/discovery.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/data/series/covariance.h"
#include "sextant/data/series/prepared_rows.h"
#include "sextant/lab/discover/groupings.h"
#include "sextant/lab/discover/learned_positions.h"
#include "sextant/lab/discover/neighbourhoods.h"
#include "sextant/lab/discover/prediction_errors.h"
#include "sextant/lab/discover/verdict.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/partial_correlations.h"
#include "sextant/math/linear/ridge.h"

namespace sextant::lab {
namespace {

/// The rows as the task of the runs prepares them.
std::shared_ptr<const PreparedRows> prepare(const Tree& task) {
  return prepare_series({.files = {.data = task.at("file").get<std::string>(),
                                   .time = task.at("time").get<std::string>(),
                                   .labels = task.at("labels").get<std::string>(),
                                   .coordinates = task.at("coordinates").get<std::string>(),
                                   .fill = task.at("fill").get<std::string>(),
                                   .drop_constant = task.at("drop_constant").get<bool>()},
                         .split = task.at("split").get<std::string>(),
                         .test_share = task.at("test_share").get<double>(),
                         .z_score = task.at("z_score").get<bool>(),
                         .detrend = task.at("detrend").get<bool>(),
                         .difference = task.at("difference").get<bool>(),
                         .places = task.at("places").get<std::string>(),
                         .shuffle = task.at("shuffle").get<Index>(),
                         .shift = task.at("shift").get<Index>(),
                         .seed = task.at("data_seed").get<std::uint64_t>()});
}

Table covariance_of(const Table& rows) { return second_moments(rows, 0, rows.rows); }

/// The penalty that ridge regression would take, from masks of half of the variables.
double choose_shrinkage(const PreparedRows& rows, const Table& covariance) {
  const std::vector<Table> folds = {second_moments(rows.train, 0, rows.half),
                                    second_moments(rows.train, rows.half, rows.train.rows - rows.half)};
  const auto count = static_cast<std::size_t>(covariance.rows);
  std::vector<std::uint8_t> even(count), odd(count);
  for (std::size_t i = 0; i < count; ++i) (i % 2 == 0 ? even : odd)[i] = 1;
  return MaskedRidge(covariance, folds, {even, odd}).ridge();
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
  const auto split = split_correlations(correlations, modules);
  result.within = split.within;
  result.between = split.between;
  result.p = permutation_null(static_cast<Index>(modules.size()), shuffles, 1, Better::more,
                              [&](std::span<const std::int32_t> order) {
                                const auto own = split_correlations(correlations, reorder(modules, order));
                                return own.within - own.between;
                              })
                 .p;
  return result;
}

/// Distances that are known: the file's, or those between coordinates; no rows where neither is.
Table known_distances(const DiscoverOptions& options, const SeriesTable& series, Index variables) {
  if (options.distances.empty()) return series.coordinates.rows > 0 ? euclidean_distances(series.coordinates) : Table();
  Table distances = read_table(options.distances);
  require(distances.rows == variables && distances.columns == variables,
          "{}: expected the distances of {} variables, a square matrix; found {} x {}", options.distances, variables,
          distances.rows, distances.columns);
  return distances;
}

/// The positions of the chosen case, and what they are by themselves.
void take_positions(const Evidence& evidence, Index shuffles, Discovery& result) {
  std::vector<std::vector<Table>> by_case;
  for (const auto& one : evidence.cases) {
    if (!is_learned(one.one)) continue;
    by_case.push_back(gather_positions(one));
    result.stability_by_sigma.push_back(by_case.back().size() < 2 ? 0 : procrustes_similarity(by_case.back()));
  }
  result.chosen = choose_case(result.errors, result.stability_by_sigma);
  std::size_t learned = 0;
  for (const auto& one : evidence.cases) {
    if (!is_learned(one.one)) continue;
    if (one.one.name == result.chosen) result.seeds = by_case[learned];
    ++learned;
  }
  result.similarities = mean_similarities(result.seeds, true);
  result.positions = merge_seeds(result.seeds, result.similarities);
  result.map = draw_map(result.similarities);
  result.modules = find_modules(result.seeds, {.seed = 1});
  result.stability = compare_seeds(result.seeds, shuffles);
}

/// The same questions asked of correlations and of partial correlations.
void compare_with_baselines(const DiscoverOptions& options, const PreparedRows& rows, Discovery& result) {
  const Table covariance = covariance_of(rows.train);
  const Table correlations = correlations_of_covariance(covariance);
  const Table partial = partial_correlations(covariance, choose_shrinkage(rows, covariance));
  const Table held_out = correlations_of_covariance(covariance_of(rows.test));
  const Partition labels = partition_by_name(result.series.labels);
  const bool labelled = count_modules(labels) >= 2;
  std::vector<Table> by_seed;
  for (const auto& one : result.seeds) by_seed.push_back(similarities_of(directions_of(one, true)));
  result.correlations = correlations;
  result.correlation_map = draw_map(correlations);
  result.held_out = test_modules(held_out, result.modules.consensus.modules, options.shuffles);
  result.connectivity =
      MantelTest(one_minus(correlations), options.shuffles, 1).measure(one_minus(result.similarities));
  const Index modules = std::max<Index>(2, count_modules(labelled ? labels : result.modules.consensus.modules));
  result.groupings = compare_groupings({.correlations = correlations,
                                        .partial = partial,
                                        .held_out = held_out,
                                        .learned = result.similarities,
                                        .by_seed = by_seed,
                                        .labels = labelled ? labels : Partition(),
                                        .modules = modules});
  if (labelled) {
    result.labels = compare_with_best(result.groupings);
    result.measures =
        compare_with_labels(result.similarities, directions_of(result.positions, true),
                            result.modules.consensus.modules, labels, {.draws = options.shuffles, .seed = 1});
  }
  const Table distances = known_distances(options, result.series, correlations.rows);
  if (distances.rows == 0) return;
  result.neighbourhood = compare_neighbours({.correlations = correlations,
                                             .partial = partial,
                                             .learned = result.similarities,
                                             .by_seed = by_seed,
                                             .distances = distances},
                                            options.shuffles);
  result.neighbours = compare_nearest(result.neighbourhood);
}

}  // namespace

Discovery conclude_discovery(const DiscoverOptions& options, const Study& study, const TrainingLength& length,
                             const Evidence& evidence, const Runner& runner) {
  Discovery result;
  result.study = study;
  result.length = length;
  const auto rows = prepare(runner.resolve(study.base).at("task"));
  result.series.variables = rows->facts.names;
  result.series.labels = rows->facts.modules;
  result.series.coordinates = rows->facts.coordinates;
  result.train_rows = rows->train.rows;
  result.test_rows = rows->test.rows;
  result.structure = test_structure(evidence);
  result.errors = gather_errors(evidence);
  take_positions(evidence, options.shuffles, result);
  result.prediction = compare_prediction(result.errors, result.chosen_error());
  compare_with_baselines(options, *rows, result);
  result.conclusion = conclude(result);
  return result;
}

}  // namespace sextant::lab
