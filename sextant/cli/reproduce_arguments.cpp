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
    "`sextant list experiments` shows those that are built in; a file of your own is given by its path.\n"
    "The directory is a sweep's, so results, report and view work on it; claims.json, panels/ and report.html are "
    "added.\n"
    "Ctrl-C stops cleanly, and the same command goes on. --judge counts runs that another version of the code made.\n"
    "Exit code: 0 every claim that could be decided held; 1 a claim did not hold or a run failed; 3 out of time.\n"
    "Examples:\n"
    "  sextant reproduce necessity\n"
    "  sextant reproduce necessity --scale small --dry-run\n"
    "  sextant reproduce ./mine.toml --scale quick --out here train.steps=100\n"
    "  sextant reproduce necessity --judge";

}  // namespace

void add_reproduce(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("reproduce", "Make an experiment again, and say which of its claims hold");
  auto study = std::make_shared<StudyRequest>();
  auto request = std::make_shared<ReproduceRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  command->add_option("experiment", *arguments, "a name or a file, then key=value to change all its runs")
      ->required()
      ->type_name("NAME key=value ...");
  command->add_option("--scale", study->scale, "how large: quick, small, paper")->capture_default_str();
  command->add_option("--study", study->study, "a further study of the experiment")->type_name("NAME");
  command->add_option("--data", study->data, "directory of the real data, where the experiment knows some")
      ->type_name("DIR");
  command->add_option("--out", request->out, "directory (default: reproduced/NAME-SCALE)")->type_name("DIR");
  command->add_option("-j", request->at_once, "runs at once (default: one per processor)")->type_name("N");
  command->add_option("--max-hours", request->max_hours, "stop training cleanly after this long")->type_name("HOURS");
  command->add_flag("--dry-run", request->dry_run, "list the runs and predict the hours; train nothing");
  command->add_flag("--judge", request->judge, "train nothing: analyse and judge the runs that are there");
  command->add_flag("--quiet", request->quiet, "no progress; errors and results are still said");
  command->footer(reproduce_footer);
  command->callback([=, &exit_code] {
    study->experiment = arguments->front();
    require(study->experiment.find('=') == std::string::npos, "reproduce: the experiment comes first, then {}",
            study->experiment);
    study->assignments.assign(arguments->begin() + 1, arguments->end());
    const Study chosen = read_study(*study);
    exit_code = reproduce_command(*request, chosen, *make_runner(), *make_analyst_maker());
  });
}

}  // namespace sextant::cli
