#include "sextant/cli/study_stages.h"

#include <fmt/format.h>

#include <cstdio>

#include "sextant/cli/analysis_display.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/sweep_cost.h"
#include "sextant/core/files.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/report/document.h"
#include "sextant/report/page.h"

namespace sextant::cli {

SweepRequest make_sweep(const TrainingRequest& request, const std::string& name, const SweepDirectory& directory) {
  SweepRequest sweep;
  static_cast<TrainingRequest&>(sweep) = request;
  sweep.name = name;
  sweep.out = directory.path;
  return sweep;
}

bool print_cost_of(const Study& study, const SweepDirectory& directory, const Runner& runner, Index at_once) {
  const auto jobs = make_jobs(study.grid(), runner, study.name);
  const Progression before = look_up(directory, jobs, nullptr);
  if (before.pending.empty()) return false;
  print_cost(jobs.size(), before.pending.size(), predict(before.pending, runner), choose_at_once(at_once, jobs));
  std::fflush(stdout);
  return true;
}

AnalysisTally look_at_runs(const AnalysisWork& work, const AnalystMaker& analysts, bool quiet) {
  const Interruption interruption;
  AnalysisDisplay display(quiet);
  AnalysisTally tally = analyse_runs(
      work, analysts, [&](Index done, Index runs) { display.show(done, runs); },
      [] { return Interruption::signal() != 0; });
  display.end();
  return tally;
}

int end_interrupted() {
  fmt::print(stderr, "sextant: interrupted; re-run the same command to resume\n");
  return 128 + Interruption::signal();
}

void write_page(const std::string& directory) {
  if (page_template().empty()) {
    fmt::print("page    skipped: this program was built without npm\n");
    return;
  }
  const std::string path = directory + "/report.html";
  write_file_atomically(path, make_page(make_document({directory}, false)));
  fmt::print("page    {}\n", path);
}

}  // namespace sextant::cli
