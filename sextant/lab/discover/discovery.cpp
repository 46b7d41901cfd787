#include "sextant/lab/discover/discovery.h"

#include <algorithm>
#include <cmath>

#include "sextant/data/series/covariance.h"
#include "sextant/lab/discover/discovery_rows.h"
#include "sextant/lab/discover/groupings.h"
#include "sextant/lab/discover/influences.h"
#include "sextant/lab/discover/learned_positions.h"
#include "sextant/lab/discover/neighbourhoods.h"
#include "sextant/lab/discover/prediction_errors.h"
#include "sextant/lab/discover/verdict.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/partial_correlations.h"

namespace sextant::lab {
namespace {

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

/// The positions of the chosen case, and what they are by themselves.
void take_positions(const Evidence& evidence, Index variables, Index shuffles, Discovery& result) {
  std::vector<std::vector<Table>> by_case;
  for (const auto& one : evidence.cases) {
    if (!is_learned(one.one)) continue;
    by_case.push_back(gather_positions(one));
    for (auto& table : by_case.back()) table = join_times(table, variables);
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
  const Table covariance = covariance_now(rows, rows.train, 0, rows.train.rows);
  const Table correlations = correlations_of_covariance(covariance);
  const Table partial = partial_correlations(covariance, choose_shrinkage(rows, covariance));
  const Table held_out = correlations_of_covariance(covariance_now(rows, rows.test, 0, rows.test.rows));
  const auto known = labelled_variables(result.series.labels);
  std::vector<std::string> names;
  for (const Index i : known) names.push_back(result.series.labels[static_cast<std::size_t>(i)]);
  const Partition labels = partition_by_name(names);
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
                                        .labelled = known,
                                        .modules = modules});
  if (labelled) {
    result.labels = compare_with_best(result.groupings);
    result.unlabelled = correlations.rows - static_cast<Index>(known.size());
    Table directions = directions_of(result.positions, true),
          chosen(static_cast<Index>(known.size()), directions.columns);
    for (std::size_t i = 0; i < known.size(); ++i)
      std::copy_n(directions.view().row(known[i]), directions.columns, chosen.view().row(static_cast<Index>(i)));
    result.measures = compare_with_labels(pick_square(result.similarities, known), chosen,
                                          pick_modules(result.modules.consensus.modules, known), labels,
                                          {.draws = options.shuffles, .seed = 1});
  }
  const Table distances = find_distances(options, result.series, correlations.rows);
  if (distances.rows == 0) return;
  result.neighbourhood = compare_neighbours({.correlations = correlations,
                                             .partial = partial,
                                             .learned = result.similarities,
                                             .by_seed = by_seed,
                                             .distances = distances},
                                            options.shuffles);
  result.neighbours = compare_nearest(result.neighbourhood);
}

void take_influences(const DiscoverOptions& options, const Evidence& evidence, const PreparedRows& rows,
                     Discovery& result) {
  const Table couplings =
      options.couplings.empty() ? Table() : read_square(options.couplings, count_variables(rows), "couplings");
  for (const auto& one : evidence.cases)
    if (one.one.name == result.chosen)
      result.influences =
          compare_influences(gather_influences(one), rows, second_moments(rows.train, 0, rows.train.rows), couplings);
}

}  // namespace

Discovery conclude_discovery(const DiscoverOptions& options, const Study& study, const TrainingLength& length,
                             const Evidence& evidence, const Runner& runner) {
  Discovery result;
  result.study = study;
  result.length = length;
  const auto rows = prepare_as_task(runner.resolve(study.base).at("task"));
  const Index variables = count_variables(*rows);
  result.series = facts_now(*rows);
  result.train_rows = rows->train.rows;
  result.test_rows = rows->test.rows;
  result.structure = test_structure(evidence);
  result.errors = gather_errors(evidence);
  take_positions(evidence, variables, options.shuffles, result);
  result.prediction = compare_prediction(result.errors, result.chosen_error());
  compare_with_baselines(options, *rows, result);
  if (rows->hidden > 0) take_influences(options, evidence, *rows, result);
  result.conclusion = conclude(result);
  return result;
}

}  // namespace sextant::lab
