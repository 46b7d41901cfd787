// Training and analysing all runs of a discovery: trials of its length, then every case and seed, then what is measured
// on each.
#include "sextant/lab/discover/discover_stages.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/lab/analyst.h"
#include "sextant/lab/discover/prediction_errors.h"
#include "sextant/lab/experiment/reproduce.h"
#include "sextant/lab/guarded_events.h"

namespace sextant::lab {
namespace {

std::vector<std::string> directories_of(const CaseEvidence& one) {
  std::vector<std::string> runs;
  for (const auto* run : runs_by_seed(one)) runs.push_back(run->directory);
  return runs;
}

AnalysisWork plan_looks(const Study& study, const Evidence& evidence, Index at_once) {
  AnalysisWork work;
  work.orders = study.analyses;
  work.threads = choose_at_once(at_once, {});
  for (const auto& one : evidence.cases)
    if (is_learned(one.one))
      for (const auto& run : directories_of(one)) work.runs.push_back(run);
  return work;
}

/// The mean prediction over the seeds of each learned case.
std::vector<AnalysisWork> plan_ensembles(const Evidence& evidence) {
  std::vector<AnalysisWork> all;
  for (const auto& one : evidence.cases) {
    auto runs = directories_of(one);
    if (!is_learned(one.one) || runs.size() < 2) continue;
    AnalysisWork work;
    work.runs = {runs.front()};
    work.orders = {{"seed_ensemble"}};
    work.references.assign(runs.begin() + 1, runs.end());
    all.push_back(std::move(work));
  }
  return all;
}

void add_tally(const AnalysisTally& own, AnalysisTally& all) {
  all.kept += own.kept;
  all.measured += own.measured;
  all.left += own.left;
  all.faults.insert(all.faults.end(), own.faults.begin(), own.faults.end());
}

SweepOptions make_sweep(const DiscoverOptions& options, const DiscoverResult& result) {
  SweepOptions sweep;
  static_cast<ManyRunsOptions&>(sweep) = options;
  sweep.name = result.study.name;
  sweep.out = result.directory;
  return sweep;
}

/// The held-out error of one run of that length; nothing where it was stopped or failed.
std::optional<double> train_trial(const Training& training, Index steps, DiscoverResult& result) {
  const Study trial = make_trial(make_discovery_study(training.options, training.variables, steps));
  training.events.on_message({Message::Kind::note, fmt::format("one run of {} steps", steps)});
  result.sweep =
      sweep_grid(make_sweep(training.options, result), trial.grid(), training.runner, training.events, training.stop);
  if (!result.sweep.complete()) return std::nullopt;
  const Evidence evidence = gather_evidence(trial, training.runner, {result.directory});
  const auto runs = runs_by_seed(evidence.cases.front());
  require(!runs.empty(), "discover: the run of {} steps diverged; lower optimizer.learning_rate", steps);
  return runs.front()->value("final.test.loss");
}

}  // namespace

bool train_all(const Training& training, DiscoverResult& result) {
  const DiscoverOptions& options = training.options;
  const Index tokens = training.variables * (1 + static_cast<Index>(options.lags.size()));
  const auto lengths = lengths_to_try(tokens, options.quick);
  result.length.steps = options.steps > 0 ? options.steps : lengths.back();
  bool stopped = false;
  if (options.steps == 0 && lengths.size() > 1 && !options.dry_run)
    result.length = find_length(
        lengths, [&](Index steps) { return train_trial(training, steps, result); }, stopped);
  if (stopped) return false;
  result.study = make_discovery_study(options, training.variables, result.length.steps);
  if (!options.dry_run) tell_cost(result.study, result.directory, training.runner, options.at_once, training.events);
  result.sweep =
      sweep_grid(make_sweep(options, result), result.study.grid(), training.runner, training.events, training.stop);
  return !options.dry_run && result.sweep.complete();
}

bool analyse_all(const DiscoverOptions& options, Evidence& evidence, Events& events, const std::stop_token& stop,
                 DiscoverResult& result) {
  const auto analysts = make_analyst_maker();
  std::vector<AnalysisWork> works = plan_ensembles(evidence);
  works.insert(works.begin(), plan_looks(result.study, evidence, options.at_once));
  for (const auto& work : works) {
    add_tally(analyse_runs(work, *analysts, events, stop), result.analysis);
    if (!result.analysis.faults.empty())
      throw BrokenRun(fmt::format("{} could not be analysed: {}",
                                  std::filesystem::path(result.analysis.faults.front().run).filename().string(),
                                  result.analysis.faults.front().message));
    result.stopped = result.analysis.left > 0;
    if (result.stopped) return false;
  }
  auto orders = result.study.analyses;
  orders.push_back({"seed_ensemble"});
  add_findings(evidence, orders);
  return true;
}

}  // namespace sextant::lab
