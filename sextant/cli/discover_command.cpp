// Read, train, look, conclude. Each stage caches its results, so re-running the same command resumes.
#include "sextant/cli/discover_command.h"

#include <filesystem>

#include "sextant/cli/commands.h"
#include "sextant/cli/study_stages.h"
#include "sextant/cli/sweep_cost.h"
#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_files.h"

namespace sextant::cli {
namespace {

struct Exploration {
  const DiscoverRequest& request;
  const Study& study;
  const Runner& runner;
  const AnalystMaker& analysts;
  SweepDirectory directory;
};

Index read_variables(const SeriesRequest& request) {
  const SeriesTable series = read_series(request);
  Index rows = 0;
  for (const auto& recording : series.recordings) rows += recording.values.rows;
  fmt::print("data    {}: {} variables, {} rows in {} recording{}\n", request.data, series.count(), rows,
             series.recordings.size(), series.recordings.size() == 1 ? "" : "s");
  for (const auto& note : series.notes) fmt::print("note    {}\n", note);
  return series.count();
}

/// Returns false where it was stopped.
bool analyse(const Exploration& all, const Evidence& evidence) {
  AnalysisWork work;
  work.orders = all.study.analyses;
  work.threads = choose_at_once(all.request.at_once, {});
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs)
      if (run.status == "done" && is_learned(one.one)) work.runs.push_back(run.directory);
  const AnalysisTally tally = look_at_runs(work, all.analysts, all.request.quiet);
  if (!tally.faults.empty())
    throw BrokenRun(fmt::format("{} could not be analysed: {}",
                                std::filesystem::path(tally.faults.front().run).filename().string(),
                                tally.faults.front().message));
  return tally.left == 0;
}

}  // namespace

int discover_command(const DiscoverRequest& request, const Runner& runner, const AnalystMaker& analysts) {
  const Study study = make_discovery_study(request.what, read_variables(request.what.series));
  analysts.check(study.analyses);
  const Exploration all{
      request, study, runner, analysts, {request.out.empty() ? "discovered/" + study.name : request.out}};
  if (!request.dry_run) print_cost_of(study, all.directory, runner, request.at_once);
  const SweepRequest sweep = make_sweep(request, study.name, all.directory);
  if (const int exit_code = sweep_command(sweep, study.grid(), runner, nullptr); request.dry_run || exit_code != 0)
    return exit_code;
  Evidence evidence = gather_evidence(study, runner, all.directory);
  if (!analyse(all, evidence)) return end_interrupted();
  add_findings(evidence, study.analyses);
  const Discovery discovery = discover(request.what, study, evidence, runner);
  write_discovery(all.directory.path, discovery);
  fmt::print("{}", describe_discovery(discovery));
  fmt::print("files   {}/positions.csv, .npy, .safetensors{}, discovery.json\n", all.directory.path,
             discovery.structure.found() ? ", modules.csv" : "");
  write_page(all.directory.path);
  return 0;
}

}  // namespace sextant::cli
