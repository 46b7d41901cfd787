// The command line of `sextant reproduce`.
#include <CLI/CLI.hpp>

#include "sextant/cli/arguments.h"
#include "sextant/cli/reproduce_command.h"
#include "sextant/core/error.h"
#include "sextant/lab/analyst.h"
#include "sextant/lab/sweep_runner.h"

namespace sextant::cli {
namespace {

constexpr const char* reproduce_footer =
    "An experiment is a file: a grid of named cases, analyses, claims and figures (docs/experiments.md).\n"
    "`sextant list experiments` lists the built-in ones; pass your own file by its path.\n"
    "The output is a sweep directory, so results, report and view work on it; claims.json, panels/ and report.html are "
    "added.\n"
    "Ctrl-C stops cleanly; re-running the same command resumes. --no-train also accepts runs of another code version.\n"
    "Exit code: 0 all decided claims held; 1 a claim did not hold or a run failed; 3 time limit reached.\n"
    "Examples:\n"
    "  sextant reproduce necessity\n"
    "  sextant reproduce necessity --scale small --dry-run\n"
    "  sextant reproduce ./mine.toml --scale quick --out here train.steps=100\n"
    "  sextant reproduce necessity --no-train";

}  // namespace

void add_reproduce(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("reproduce", "Reproduce an experiment and report which of its claims hold");
  auto study = std::make_shared<StudyRequest>();
  auto request = std::make_shared<ReproduceRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  command
      ->add_option("experiment", *arguments,
                   "a built-in experiment or a file, then key=value overrides for all its runs")
      ->required()
      ->type_name("NAME key=value ...");
  command->add_option("--scale", study->scale, "scale of the experiment: quick, small, paper")->capture_default_str();
  command->add_option("--study", study->study, "an additional study of the experiment")->type_name("NAME");
  command->add_option("--data", study->data, "directory of the original data, if the experiment uses it")
      ->type_name("DIR");
  command->add_option("--out", request->out, "output directory (default: reproduced/NAME-SCALE)")->type_name("DIR");
  command->add_option("-j", request->at_once, "number of runs in parallel (default: one per core)")->type_name("N");
  command->add_option("--max-hours", request->max_hours, "time limit; training stops cleanly and can be resumed")
      ->type_name("HOURS");
  command->add_flag("--dry-run", request->dry_run, "list the runs and estimate their cost without training");
  command->add_flag("--no-train,--judge", request->judge, "analyse and judge the existing runs without training");
  command->add_flag("--quiet", request->quiet, "no progress output; errors and results are still printed");
  command->footer(reproduce_footer);
  command->callback([=, &exit_code] {
    study->experiment = arguments->front();
    require(study->experiment.find('=') == std::string::npos, "reproduce: expected the experiment first, then {}",
            study->experiment);
    study->assignments.assign(arguments->begin() + 1, arguments->end());
    const Study chosen = read_study(*study);
    exit_code = reproduce_command(*request, chosen, *make_runner(), *make_analyst_maker());
  });
}

}  // namespace sextant::cli
