// sweep, results, tune, compare.
#include "python_functions.h"
#include "python_sweep.h"
#include "python_tree.h"
#include "sextant/lab/compare_positions.h"
#include "sextant/lab/sweep/sweep_results.h"
#include "sextant/lab/sweep/tune.h"

namespace sextant::python {

using core::Tree;

namespace {

Tree describe_race(const lab::RaceResult& race) {
  Tree ranking = Tree::array();
  for (const auto& one : race.ranking) {
    Tree row{{"settings", one.settings}, {"mean", one.mean}, {"seeds", one.seeds}};
    row["beaten_by"] = one.beaten ? Tree(*one.beaten) : Tree();
    ranking.push_back(std::move(row));
  }
  return {{"metric", race.metric},
          {"confidence", race.confidence},
          {"runs", race.runs},
          {"grid_runs", race.grid_runs},
          {"ranking", std::move(ranking)},
          {"decided", race.decided},
          {"tied", race.tied},
          {"seeds_to_come", race.seeds_to_come ? Tree(*race.seeds_to_come) : Tree()},
          {"text", race.text()}};
}

}  // namespace

Tree describe_sweep(const lab::SweepResult& result) {
  Tree plan = Tree::array(), diagrams = Tree::array();
  for (const auto& run : result.plan)
    plan.push_back(
        {{"name", run.name}, {"settings", run.settings}, {"seconds", run.seconds ? Tree(*run.seconds) : Tree()}});
  for (const auto& diagram : result.diagrams) {
    Tree facet = Tree::object();
    for (const auto& [key, value] : diagram.facet) facet[key] = value;
    Tree one = diagram.boundary.describe();
    one["facet"] = facet;
    diagrams.push_back(std::move(one));
  }
  Tree all{{"directory", result.directory},
           {"store", result.store},
           {"done", result.done},
           {"diverged", result.diverged},
           {"failed", result.failed},
           {"left", result.left},
           {"made", result.made},
           {"gathered", result.gathered},
           {"complete", result.complete()},
           {"out_of_time", result.out_of_time},
           {"fault", result.store_fault},
           {"plan", std::move(plan)},
           {"diagrams", std::move(diagrams)}};
  all["race"] = result.race ? describe_race(*result.race) : Tree();
  all["seconds"] = result.cost ? Tree(result.cost->seconds()) : Tree();
  return all;
}

namespace {

Tree describe_table(const results::ResultsTable& table) {
  Tree rows = Tree::array();
  for (const auto& row : table.rows) rows.push_back(row);
  return {{"columns", table.columns}, {"rows", std::move(rows)}};
}

Tree describe_value(const lab::TunedValue& one) {
  Tree tree{{"value", one.value}, {"mean", one.mean}};
  tree["low"] = one.interval ? Tree(one.interval->low) : Tree();
  tree["high"] = one.interval ? Tree(one.interval->high) : Tree();
  tree["seeds"] = one.seeds;
  tree["kept"] = one.kept;
  return tree;
}

Tree describe_tuning(const lab::TuneResult& result) {
  Tree rounds = Tree::array();
  for (const auto& round : result.rounds) {
    Tree values = Tree::array();
    for (const auto& one : round) values.push_back(describe_value(one));
    rounds.push_back(std::move(values));
  }
  return {{"directory", result.directory},
          {"key", result.key},
          {"metric", result.metric},
          {"rounds", std::move(rounds)},
          {"best", result.best ? describe_value(*result.best) : Tree()},
          {"share_of_resamples", result.share_of_resamples ? Tree(*result.share_of_resamples) : Tree()},
          {"sweep", describe_sweep(result.sweep)}};
}

Tree describe_comparison(const lab::ComparePositionsResult& result) {
  Tree ranking = Tree::array();
  for (const auto& one : result.ranking) {
    Tree row{{"position", one.kind}, {"mean", one.mean}};
    row["low"] = one.interval ? Tree(one.interval->low) : Tree();
    row["high"] = one.interval ? Tree(one.interval->high) : Tree();
    row["learning_rate"] = one.learning_rate;
    row["scores"] = one.scores;
    row["by_length"] = one.by_length;
    ranking.push_back(std::move(row));
  }
  return {{"directory", result.directory},
          {"metric", result.metric},
          {"lengths", result.lengths},
          {"ranking", std::move(ranking)},
          {"p", result.p ? Tree(*result.p) : Tree()},
          {"seeds_needed", result.seeds_needed ? Tree(*result.seeds_needed) : Tree()},
          {"has_winner", result.has_winner()},
          {"sweep", describe_sweep(result.sweep)}};
}

}  // namespace

void add_sweep_functions(LabFunctions& functions) {
  add_function<lab::SweepOptions>(
      functions, "sweep",
      [](const auto& options, auto& events, auto stop) { return lab::sweep(options, events, stop); },
      [](const lab::SweepResult& result) { return write_tree(describe_sweep(result)); });
  add_function<lab::ResultsOptions>(
      functions, "results",
      [](const auto& options, auto& events, auto stop) { return lab::read_sweep_results(options, events, stop); },
      [](const lab::ResultsAnswer& answer) {
        return write_tree({{"runs", describe_table(answer.results.runs)},
                           {"table", describe_table(answer.table())},
                           {"axes", answer.results.axes},
                           {"metrics", answer.metrics},
                           {"unfinished", answer.results.unfinished},
                           {"fault", answer.results.fault}});
      });
  add_function<lab::TuneOptions>(
      functions, "tune", [](const auto& options, auto& events, auto stop) { return lab::tune(options, events, stop); },
      [](const lab::TuneResult& result) { return write_tree(describe_tuning(result)); });
  add_function<lab::ComparePositionsOptions>(
      functions, "compare",
      [](const auto& options, auto& events, auto stop) { return lab::compare_positions(options, events, stop); },
      [](const lab::ComparePositionsResult& result) { return write_tree(describe_comparison(result)); });
}

}  // namespace sextant::python
