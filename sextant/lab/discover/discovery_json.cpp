// All results of a discovery as one tree: discovery.json and `--json`.
#include <cmath>

#include "sextant/core/environment.h"
#include "sextant/lab/discover/discovery_files.h"
#include "sextant/lab/discover/influences.h"

namespace sextant::lab {
namespace {

Tree number_or_null(double value) { return std::isfinite(value) ? Tree(value) : Tree(); }

Tree describe_interval(const std::optional<Interval>& interval) {
  return interval ? Tree{interval->low, interval->high} : Tree();
}

Tree describe_added(const Added& added) {
  return {{"learned", number_or_null(added.learned)},
          {"best_baseline", added.baseline_name},
          {"baseline", number_or_null(added.baseline)},
          {"added", number_or_null(added.value)},
          {"interval_over_seeds", describe_interval(added.over_seeds)},
          {"interval_over_people", describe_interval(added.over_people)},
          {"something", added.is_something()}};
}

Tree describe_errors(const PredictionErrors& errors) {
  Tree list = Tree::array();
  for (const auto& one : errors.cases)
    list.push_back({{"case", one.name},
                    {"error", number_or_null(one.mean())},
                    {"by_seed", one.errors},
                    {"ensemble", number_or_null(one.ensemble)},
                    {"by_person", one.by_person},
                    {"train", number_or_null(one.train)}});
  return list;
}

Tree describe_baselines(const PredictionErrors& errors) {
  Tree list = Tree::array();
  for (const auto& one : errors.baselines)
    list.push_back({{"name", one.name}, {"error", number_or_null(one.error)}, {"by_person", one.by_person}});
  return list;
}

Tree describe_groupings(const std::vector<Grouping>& groupings) {
  Tree list = Tree::array();
  for (const auto& one : groupings)
    list.push_back({{"method", one.method},
                    {"source", one.source},
                    {"modules", count_modules(one.modules)},
                    {"nmi", number_or_null(one.nmi)},
                    {"ari", number_or_null(one.ari)},
                    {"nmi_by_seed", one.seed_nmi},
                    {"held_out_within_minus_between", number_or_null(one.within_between)}});
  return list;
}

Tree describe_neighbourhood(const std::vector<Neighbourhood>& all) {
  Tree list = Tree::array();
  for (const auto& one : all)
    list.push_back({{"source", one.source},
                    {"nearest", one.nearest},
                    {"among_four", one.four},
                    {"nearest_by_seed", one.seeds},
                    {"mantel", number_or_null(one.distances.correlation)},
                    {"p", one.distances.p}});
  return list;
}

Tree describe_length(const TrainingLength& length) {
  Tree trials = Tree::array();
  for (const auto& one : length.trials) trials.push_back({{"steps", one.steps}, {"error", one.error}});
  return {{"steps", length.steps}, {"trials", std::move(trials)}, {"still_falling", length.falling}};
}

}  // namespace

Tree describe_as_tree(const Discovery& all) {
  Tree measures = Tree::object();
  for (const auto& [name, result] : all.measures)
    measures[name] = {{"value", result.value}, {"shuffled", result.shuffled}, {"p", result.p}};
  const auto& structure = all.structure;
  Tree tree{{"verdict", name_of_grade(all.conclusion.grade)},
            {"sentence", all.conclusion.sentence},
            {"structure", structure.found()},
            {"structure_test",
             {{"error", structure.error},
              {"shifted", structure.shifted},
              {"p", structure.p},
              {"shifts", structure.shifts},
              {"level", StructureTest::level}}},
            {"training", describe_length(all.length)},
            {"recommended_sigma", *all.chosen_error().sigma},
            {"stability_by_sigma", all.stability_by_sigma},
            {"errors", describe_errors(all.errors)},
            {"baselines", describe_baselines(all.errors)},
            {"prediction", describe_added(all.prediction)},
            {"modules",
             {{"written", all.conclusion.modules_shown},
              {"count", count_modules(all.modules.consensus.modules)},
              {"resolution", all.modules.resolution},
              {"silhouette", all.modules.silhouette},
              {"held_out_within", all.held_out.within},
              {"held_out_between", all.held_out.between},
              {"held_out_p", all.held_out.p}}},
            {"groupings", describe_groupings(all.groupings)},
            {"stability",
             {{"similarity", all.stability.similarity},
              {"shuffled", all.stability.shuffled},
              {"p", all.stability.p},
              {"modules_ari", all.stability.modules}}},
            {"connectivity", {{"rsa", number_or_null(all.connectivity.correlation)}, {"p", all.connectivity.p}}},
            {"labels", std::move(measures)},
            {"environment", environment_record()}};
  if (all.labels) tree["labels_added"] = describe_added(*all.labels);
  if (all.neighbours) tree["neighbours_added"] = describe_added(*all.neighbours);
  if (!all.neighbourhood.empty()) tree["neighbourhood"] = describe_neighbourhood(all.neighbourhood);
  if (all.influences) {
    tree["lags"] = all.study.base["task"]["lags"];
    tree["influences"] = describe_influences(*all.influences);
    if (all.influences->added) tree["influences_added"] = describe_added(*all.influences->added);
  }
  return tree;
}

}  // namespace sextant::lab
