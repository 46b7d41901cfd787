#include "sextant/lab/discover/discover.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/lab/analyst.h"
#include "sextant/lab/discover/discovery_files.h"
#include "sextant/lab/exceptions.h"
#include "sextant/lab/experiment/reproduce.h"
#include "sextant/lab/sweep_runner.h"

namespace sextant::lab {
namespace {

Index read_variables(const SeriesRequest& request, Events& events) {
  const SeriesTable series = read_series(request);
  Index rows = 0;
  for (const auto& recording : series.recordings) rows += recording.values.rows;
  events.on_finding({"data", fmt::format("{}: {} variables, {} rows in {} recording{}", request.data, series.count(),
                                         rows, series.recordings.size(), series.recordings.size() == 1 ? "" : "s")});
  for (const auto& note : series.notes) events.on_message({Message::Kind::note, note});
  return series.count();
}

AnalysisWork plan_looks(const Study& study, const Evidence& evidence, Index at_once) {
  AnalysisWork work;
  work.orders = study.analyses;
  work.threads = choose_at_once(at_once, {});
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs)
      if (run.status == "done" && is_learned(one.one)) work.runs.push_back(run.directory);
  return work;
}

SweepOptions make_sweep(const DiscoverOptions& options, const DiscoverResult& result) {
  SweepOptions sweep;
  static_cast<ManyRunsOptions&>(sweep) = options;
  sweep.name = result.study.name;
  sweep.out = result.directory;
  return sweep;
}

}  // namespace

void DiscoverOptions::visit(OptionVisitor& option) {
  option.path("data", data, "a file of series, or a folder with one file for each person");
  option.path("labels", labels, "module label of each variable, for comparison");
  option.path("coordinates", coordinates, "coordinates of each variable, for comparison");
  option("time", time, "time axis of the file: rows, columns or auto");
  option("sigmas", sigmas, "standard deviations of learned positions at initialisation");
  option("seeds", seeds, "seeds per encoding");
  option("steps", steps, "of each run; 0: by the number of variables");
  option("shuffles", shuffles, "number of label and variable shuffles for p-values");
  option("shifts", shifts, "number of time-shifted surrogates for the test of structure");
  option("assignments", assignments, "key=value to change all runs");
  ManyRunsOptions::visit(option);
}

SeriesRequest DiscoverOptions::series() const {
  SeriesRequest request;
  request.data = data;
  request.labels = labels;
  request.coordinates = coordinates;
  request.time = time;
  return request;
}

DiscoverResult discover(const DiscoverOptions& options, Events& events, std::stop_token stop) {
  require(!options.data.empty(), "discover: give a file or a folder of series");
  const auto runner = make_runner();
  const auto analysts = make_analyst_maker();
  DiscoverResult result;
  result.study = make_discovery_study(options, read_variables(options.series(), events));
  analysts->check(result.study.analyses);
  result.directory = options.out.empty() ? "discovered/" + result.study.name : options.out;
  if (!options.dry_run) tell_cost(result.study, result.directory, *runner, options.at_once, events);
  result.sweep = sweep_grid(make_sweep(options, result), result.study.grid(), *runner, events, stop);
  if (options.dry_run || !result.sweep.complete()) return result;
  Evidence evidence = gather_evidence(result.study, *runner, {result.directory});
  result.analysis = analyse_runs(plan_looks(result.study, evidence, options.at_once), *analysts, events, stop);
  if (!result.analysis.faults.empty())
    throw BrokenRun(fmt::format("{} could not be analysed: {}",
                                std::filesystem::path(result.analysis.faults.front().run).filename().string(),
                                result.analysis.faults.front().message));
  result.stopped = result.analysis.left > 0;
  if (result.stopped) return result;
  add_findings(evidence, result.study.analyses);
  result.discovery = conclude_discovery(options.shuffles, result.study, evidence, *runner);
  write_discovery(result.directory, *result.discovery);
  return result;
}

}  // namespace sextant::lab
