// Read, train, look, conclude. Each stage keeps what is there, so the same command goes on wherever it was stopped.
#include "sextant/cli/discover_command.h"

#include <cstdio>
#include <filesystem>

#include "sextant/cli/analysis_display.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/sweep_command.h"
#include "sextant/cli/sweep_cost.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/discover/discovery_files.h"
#include "sextant/lab/experiment/analyse_runs.h"
#include "sextant/report/document.h"
#include "sextant/report/page.h"

namespace sextant {
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

void print_cost_of(const Exploration& all) {
  const auto jobs = make_jobs(all.study.grid(), all.runner, all.study.name);
  const Progression before = look_up(all.directory, jobs, nullptr);
  if (before.pending.empty()) return;
  print_cost(jobs.size(), before.pending.size(), predict(before.pending, all.runner),
             choose_at_once(all.request.at_once, jobs));
  std::fflush(stdout);
}

int train(const Exploration& all) {
  SweepRequest sweep;
  sweep.name = all.study.name;
  sweep.out = all.directory.path;
  sweep.at_once = all.request.at_once;
  sweep.max_hours = all.request.max_hours;
  sweep.dry_run = all.request.dry_run;
  sweep.quiet = all.request.quiet;
  return sweep_command(sweep, all.study.grid(), all.runner, nullptr);
}

/// Returns false where it was stopped.
bool analyse(const Exploration& all, const Evidence& evidence) {
  AnalysisWork work;
  work.orders = all.study.analyses;
  work.threads = choose_at_once(all.request.at_once, {});
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs)
      if (run.status == "done" && is_learned(one.one)) work.runs.push_back(run.directory);
  const Interruption interruption;
  AnalysisDisplay display(all.request.quiet);
  const AnalysisTally tally = analyse_runs(
      work, all.analysts, [&](Index done, Index runs) { display.show(done, runs); },
      [] { return Interruption::signal() != 0; });
  display.end();
  if (!tally.faults.empty())
    throw BrokenRun(fmt::format("{} could not be analysed: {}",
                                std::filesystem::path(tally.faults.front().run).filename().string(),
                                tally.faults.front().message));
  return tally.left == 0;
}

void write_page(const std::string& directory) {
  if (page_template().empty()) {
    fmt::print("page    left out: this program was built without npm\n");
    return;
  }
  write_file_atomically(directory + "/report.html", make_page(make_document({directory}, false)));
  fmt::print("page    {}/report.html\n", directory);
}

}  // namespace

int discover_command(const DiscoverRequest& request, const Runner& runner, const AnalystMaker& analysts) {
  const Study study = make_discovery_study(request.what, read_variables(request.what.series));
  analysts.check(study.analyses);
  const Exploration all{
      request, study, runner, analysts, {request.out.empty() ? "discovered/" + study.name : request.out}};
  if (!request.dry_run) print_cost_of(all);
  if (const int exit_code = train(all); request.dry_run || exit_code != 0) return exit_code;
  Evidence evidence = gather_evidence(study, runner, all.directory);
  if (!analyse(all, evidence)) {
    fmt::print(stderr, "sextant: interrupted; the same command goes on\n");
    return 128 + Interruption::signal();
  }
  add_findings(evidence, study.analyses);
  const Discovery discovery = discover(request.what, study, evidence, runner);
  write_discovery(all.directory.path, discovery);
  fmt::print("{}", describe_discovery(discovery));
  fmt::print("files   {}/positions.csv, .npy, .safetensors{}, discovery.json\n", all.directory.path,
             discovery.structure.found() ? ", modules.csv" : "");
  write_page(all.directory.path);
  return 0;
}

}  // namespace sextant
