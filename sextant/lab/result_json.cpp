// Of what trains or checks.
#include "sextant/lab/result_json.h"

#include <cmath>

#include "sextant/lab/compare_positions.h"
#include "sextant/lab/cost/cost.h"
#include "sextant/lab/experiment/reproduce.h"
#include "sextant/lab/simulate.h"
#include "sextant/lab/sweep/slurm_sweep.h"
#include "sextant/lab/sweep/sweep.h"
#include "sextant/lab/verification.h"

namespace sextant::lab {
namespace {

template <class Value>
Tree or_null(const std::optional<Value>& value) {
  return value ? Tree(*value) : Tree();
}

void add_interval(Tree& tree, const std::optional<Interval>& interval) {
  tree["low"] = interval ? Tree(interval->low) : Tree();
  tree["high"] = interval ? Tree(interval->high) : Tree();
}

Tree describe_tuned(const TunedValue& one) {
  Tree tree{{"value", one.value}, {"mean", one.mean}};
  add_interval(tree, one.interval);
  tree["seeds"] = one.seeds;
  tree["kept"] = one.kept;
  return tree;
}

Tree describe_compared(const ComparedPosition& one) {
  Tree tree{{"position", one.kind}, {"learning_rate", one.learning_rate}, {"heads", one.heads}, {"mean", one.mean}};
  add_interval(tree, one.interval);
  tree["scores"] = one.scores;
  tree["by_length"] = one.by_length;
  return tree;
}

}  // namespace

Tree as_json(const RaceResult& race) {
  Tree ranking = Tree::array();
  for (const auto& one : race.ranking)
    ranking.push_back({{"settings", one.settings},
                       {"mean", std::isfinite(one.mean) ? Tree(one.mean) : Tree()},
                       {"seeds", one.seeds},
                       {"beaten_by", or_null(one.beaten)}});
  return {{"metric", race.metric},
          {"confidence", race.confidence},
          {"decided", race.decided},
          {"tied", race.tied},
          {"best", race.decided && !race.tied ? Tree(race.ranking.front().settings) : Tree()},
          {"runs", race.runs},
          {"grid_runs", race.grid_runs},
          {"seeds_to_come", or_null(race.seeds_to_come)},
          {"ranking", std::move(ranking)},
          {"text", race.text()}};
}

Tree as_json(const SweepResult& result) {
  Tree plan = Tree::array(), diagrams = Tree::array();
  for (const auto& run : result.plan)
    plan.push_back({{"name", run.name}, {"settings", run.settings}, {"seconds", or_null(run.seconds)}});
  for (const auto& diagram : result.diagrams) {
    Tree facet = Tree::object();
    for (const auto& [key, value] : diagram.facet) facet[key] = value;
    Tree one = diagram.boundary.describe();
    one["facet"] = std::move(facet);
    diagrams.push_back(std::move(one));
  }
  return {{"directory", result.directory},
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
          {"diagrams", std::move(diagrams)},
          {"race", result.race ? as_json(*result.race) : Tree()},
          {"seconds", result.cost ? Tree(result.cost->seconds()) : Tree()}};
}

Tree as_json(const SlurmResult& result) {
  return {{"runs", result.runs},
          {"pending", result.pending},
          {"tasks", result.tasks},
          {"attached", result.attached},
          {"directory", result.place},
          {"array_job", result.jobs.array},
          {"gather_job", result.jobs.gather},
          {"missing", result.missing},
          {"stopped", result.stopped}};
}

Tree as_json(const TuneResult& result) {
  Tree rounds = Tree::array();
  for (const auto& round : result.rounds) {
    Tree values = Tree::array();
    for (const auto& one : round) values.push_back(describe_tuned(one));
    rounds.push_back(std::move(values));
  }
  return {{"directory", result.directory},
          {"key", result.key},
          {"metric", result.metric},
          {"rounds", std::move(rounds)},
          {"best", result.best ? describe_tuned(*result.best) : Tree()},
          {"share_of_resamples", or_null(result.share_of_resamples)},
          {"decided", result.sweep.race ? Tree(result.sweep.race->decided) : Tree()},
          {"seconds", or_null(result.seconds)},
          {"sweep", as_json(result.sweep)}};
}

Tree as_json(const ComparePositionsResult& result) {
  Tree ranking = Tree::array();
  for (const auto& one : result.ranking) ranking.push_back(describe_compared(one));
  return {{"directory", result.directory},
          {"metric", result.metric},
          {"lengths", result.lengths},
          {"ranking", std::move(ranking)},
          {"p", or_null(result.p)},
          {"race", result.race ? as_json(*result.race) : Tree()},
          {"seconds", or_null(result.seconds)},
          {"seeds_needed", or_null(result.seeds_needed)},
          {"has_winner", result.has_winner()},
          {"sweep", as_json(result.sweep)}};
}

Tree as_json(const ReproduceResult& result) {
  Tree sweeps = Tree::array(), numbers = Tree::array();
  for (const auto& sweep : result.sweeps) sweeps.push_back(as_json(sweep));
  for (const auto& one : result.headline.values) {
    Tree number{{"label", one.label}, {"text", one.text}, {"value", one.measured.value}};
    add_interval(number, one.measured.interval);
    numbers.push_back(std::move(number));
  }
  return {{"directory", result.directory},
          {"title", result.study.title},
          {"paper", result.study.paper},
          {"scale", result.study.scale},
          {"reduced", result.study.reduced},
          {"found", result.headline.sentence},
          {"numbers", std::move(numbers)},
          {"claims", write_claims(result.verdicts)},
          {"claims_left_out", result.study.claims_left_out},
          {"judged", result.judged},
          {"decided_early", result.decided_early},
          {"runs_asked", result.all_runs > 0 ? Tree(result.runs_asked) : Tree()},
          {"all_runs", result.all_runs > 0 ? Tree(result.all_runs) : Tree()},
          {"stopped", result.stopped},
          {"decided", result.decided()},
          {"failed", result.failed()},
          {"sweeps", std::move(sweeps)}};
}

Tree as_json(const CostResult& result) {
  const auto number = [](double value) { return std::isfinite(value) ? Tree(value) : Tree(); };
  Tree growth = Tree::array(), gpu;
  for (const auto& one : result.growth) {
    const bool measured = one.left_out.empty();
    growth.push_back({{"axis", one.axis},
                      {"from", one.from},
                      {"to", one.to},
                      {"operations", measured ? number(one.operations) : Tree()},
                      {"seconds", measured ? number(one.seconds) : Tree()},
                      {"memory", measured ? number(one.memory) : Tree()},
                      {"left_out", one.left_out}});
  }
  if (result.gpu) {
    Tree break_even = Tree::object();
    for (const auto& one : result.gpu->break_even) break_even[one.axis] = or_null(one.size);
    gpu = {{"step_seconds", result.gpu->gpu_seconds},
           {"machine_step_seconds", result.gpu->machine_seconds},
           {"faster", result.gpu->gpu_is_faster()},
           {"teraflops_needed", result.gpu->throughput_needed ? Tree(*result.gpu->throughput_needed / 1e12) : Tree()},
           {"break_even", std::move(break_even)}};
  }
  return {{"job", result.job},
          {"step_operations", result.step_operations},
          {"step_bytes", result.step_bytes},
          {"step_seconds", result.probe.step_seconds},
          {"setup_seconds", result.probe.setup_seconds},
          {"evaluation_seconds", result.probe.evaluation_seconds},
          {"session_bytes", result.probe.session_bytes},
          {"task_bytes", result.probe.task_bytes},
          {"steps", result.steps},
          {"evaluations", result.evaluations},
          {"may_stop_early", result.may_stop_early},
          {"run_seconds", result.run_seconds()},
          {"run_bytes", result.run_bytes()},
          {"at_once", result.at_once},
          {"step_seconds_at_once", result.seconds_beside},
          {"runs_per_hour", result.runs_per_hour()},
          {"growth", std::move(growth)},
          {"gpu", std::move(gpu)}};
}

Tree as_json(const Verification& result) {
  Tree rows = Tree::array();
  for (const auto& row : result.rows) rows.push_back({{"check", row.check}, {"found", row.found}, {"held", row.held}});
  return {{"rows", std::move(rows)}, {"stopped", result.stopped}, {"held", result.held()}};
}

Tree as_json(const Simulated& result) {
  return {{"directory", result.directory}, {"nodes", result.nodes}, {"files", result.files}};
}

}  // namespace sextant::lab
