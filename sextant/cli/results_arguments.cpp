// The arguments of `sextant results`.
#include <CLI/CLI.hpp>

#include "sextant/cli/arguments.h"
#include "sextant/cli/results_command.h"
#include "sextant/core/error.h"

namespace sextant::cli {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  sextant results sweeps/depth\n"
    "  sextant results sweeps/depth --where \"model.depth>=3 and status==done\" --metric final.test.accuracy\n"
    "  sextant results sweeps/depth --group-by model.depth --csv\n"
    "  sextant results sweeps/depth --compare \"position.kind=learned vs position.kind=rotary\"\n"
    "  sextant results sweeps/depth --csv > runs.csv\n"
    "Conditions: KEY ==, !=, <, <=, > or >= VALUE, joined by `and`; keys are columns (--csv --all-columns lists all).\n"
    "Statistics are over seeds and include completed runs only; diverged and failed runs are counted separately.";

}  // namespace

void add_results(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("results", "Show the results of a sweep: statistics over seeds, paired tests, CSV");
  auto request = std::make_shared<ResultsRequest>();
  auto conditions = std::make_shared<std::vector<std::string>>();
  auto interval = std::make_shared<std::string>("bca");
  command->add_option("sweep", request->sweep, "sweep directory, or its results.sqlite")
      ->required()
      ->type_name("SWEEP");
  command->add_option("--where", *conditions, "include only runs that satisfy this; can be repeated")
      ->type_name("CONDITION")
      ->take_all();
  auto* keys =
      command->add_option("--group-by", request->keys, "keys to group by (default: all swept keys except the seed)")
          ->type_name("KEY,...")
          ->delimiter(',');
  command->add_option("--metric", request->metrics, "metrics to show (default: all final metrics)")
      ->type_name("COLUMN,...")
      ->delimiter(',');
  command->add_option("--compare", request->compare, "paired tests over seeds between the values of a key")
      ->type_name("KEY | \"KEY=A vs KEY=B\"");
  auto* csv = command->add_flag("--csv", request->csv, "print runs as CSV; with --group-by or --compare, that table");
  command->add_flag("--json", request->json, "the same, as JSON")->excludes(csv);
  command->add_flag("--all-columns", request->all_columns, "print all columns of the runs, not only those that vary");
  command->add_option("--interval", *interval, "bootstrap method: bca or percentile")
      ->check(CLI::IsMember({"bca", "percentile"}))
      ->capture_default_str();
  command->add_option("--confidence", request->bootstrap.confidence, "confidence level of the interval")
      ->capture_default_str();
  command->footer(examples);
  command->callback([=, &exit_code] {
    request->where = fmt::format("{}", fmt::join(*conditions, " and "));
    request->grouped = keys->count() > 0;
    std::erase(request->keys, "");  // --group-by "": all runs together
    if (*interval == "percentile") request->bootstrap.kind = BootstrapOptions::Kind::percentile;
    exit_code = results_command(*request);
  });
}

}  // namespace sextant::cli
