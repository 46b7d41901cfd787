// Sweep, analyse, judge, draw, show. Each stage keeps what is there, so the same command goes on wherever it was
// stopped. Exit code 1: a claim did not hold, or a run failed; 3: out of time with runs left.
#include "sextant/cli/reproduce_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "sextant/cli/commands.h"
#include "sextant/cli/reproduce_text.h"
#include "sextant/cli/study_stages.h"
#include "sextant/cli/sweep_cost.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/experiment/summary.h"

namespace sextant::cli {
namespace {

struct Reproduction {
  const ReproduceRequest& request;
  const Study& study;
  const Runner& runner;
  const AnalystMaker& analysts;
  SweepDirectory directory;
};

/// Returns the sweep's exit code; runs that failed are said at the end, since the others tell something all the same.
int train_grid(const Reproduction& all, const SweepRequest& sweep, const Grid& grid, std::string& failure) {
  if (grid.cases.empty()) return 0;
  try {
    return sweep_command(sweep, grid, all.runner, nullptr);
  } catch (const BrokenRun& error) {
    failure = error.what();
    return 0;
  }
}

/// First the cases that claims are about, then the cells of the diagram; a cell that is such a case too is there then.
int train(const Reproduction& all, std::string& failure) {
  SweepRequest sweep = make_sweep(all.request, all.study.name, all.directory);
  const Phases& phases = all.study.phases;
  if (!phases.asked()) return train_grid(all, sweep, all.study.grid(), failure);
  const int exit_code = train_grid(all, sweep, all.study.grid_beside_diagram(), failure);
  if (exit_code != 0) return exit_code;
  sweep.adaptive = phases.adaptive;
  sweep.phases = phases.rules;
  sweep.budget = phases.budget;
  const int exit_code_of_diagram = train_grid(all, sweep, all.study.grid_of_diagram(), failure);
  if (!all.request.dry_run) all.directory.prepare(all.study.grid());  // sweep.toml has all of it
  return exit_code_of_diagram;
}

void print_cost_with_diagram(const Reproduction& all) {
  if (!print_cost_of(all.study, all.directory, all.runner, all.request.at_once)) return;
  if (all.study.phases.asked() && all.study.phases.adaptive)
    fmt::print("of the {} runs of the phase diagram at most {:.0f} % are trained\n",
               all.study.grid_of_diagram().cells().size(), 100 * all.study.phases.budget);
  std::fflush(stdout);
}

/// Returns false where it was stopped.
bool analyse(const Reproduction& all, const Evidence& evidence) {
  AnalysisWork work;
  work.orders = all.study.analyses;
  work.threads = choose_at_once(all.request.at_once, {});
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs) {
      if (run.status != "done") continue;
      if (std::ranges::find(work.runs, run.directory) == work.runs.end())  // a cell may be a case too
        work.runs.push_back(run.directory);
      if (one.one.name == all.study.reference) work.references.push_back(run.directory);
    }
  if (work.orders.empty()) return true;
  const AnalysisTally tally = look_at_runs(work, all.analysts, all.request.quiet);
  fmt::print("ran     {} analyses on {} runs, {} cached\n", work.orders.size(), tally.measured + tally.kept,
             tally.kept);
  for (const auto& fault : tally.faults)
    fmt::print("note    {} could not be analysed: {}\n", std::filesystem::path(fault.run).filename().string(),
               fault.message);
  return tally.left == 0;
}

void conclude(const std::vector<Verdict>& verdicts, const std::string& failure) {
  Index decided = 0, failed = 0;
  for (const auto& one : verdicts) {
    decided += one.held ? 1 : 0;
    failed += one.held && !*one.held ? 1 : 0;
  }
  fmt::print("claims  {} of {} decided held, {} not decided\n", decided - failed, decided,
             static_cast<Index>(verdicts.size()) - decided);
  std::fflush(stdout);
  if (!failure.empty()) throw BrokenRun(failure);
  if (failed > 0) throw BrokenRun(fmt::format("{} of {} decided claims did not hold", failed, decided));
}

}  // namespace

int reproduce_command(const ReproduceRequest& request, const Study& study, const Runner& runner,
                      const AnalystMaker& analysts) {
  const Reproduction all{
      request, study, runner, analysts, {request.out.empty() ? "reproduced/" + study.name : request.out}};
  analysts.check(study.analyses);
  fmt::print("{}", describe_study(study));
  std::string failure;
  if (request.judge) {
    require(!request.dry_run, "--no-train and --dry-run exclude each other: there is nothing to train");
    require(file_exists(all.directory.runs()), "{}: no runs to judge", all.directory.path);
  } else {
    if (!request.dry_run) print_cost_with_diagram(all);
    const int exit_code = train(all, failure);
    if (request.dry_run || exit_code != 0) return exit_code;
  }
  Evidence evidence = gather_evidence(study, runner, all.directory);
  fmt::print("{}", describe_evidence(evidence));
  std::fflush(stdout);
  if (!analyse(all, evidence)) return end_interrupted();
  add_findings(evidence, study.analyses);
  const auto verdicts = write_summary(study, evidence, all.directory.path);
  write_page(all.directory.path);
  fmt::print("{}", describe_verdicts(verdicts));
  conclude(verdicts, failure);
  return 0;
}

}  // namespace sextant::cli
