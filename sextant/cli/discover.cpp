// `sextant discover`: the arrangement of variables that nobody knows, from their series.
#include "sextant/lab/discover/discover.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/discover_text.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/study_page.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_text.h"
#include "sextant/core/error.h"

namespace sextant::cli {
namespace {

constexpr const char* discover_footer =
    "DATA is a file of series (npy, npz, csv, tsv, mat, h5, ptseries.nii, safetensors; FILE#ARRAY), or a folder with\n"
    "one file for each person (docs/series.md). Trained are learned positions that start small, at several sigmas and\n"
    "seeds, to predict masked variables; fixed encodings beside them. It says whether the variables have any "
    "structure\n"
    "(against variables shifted in time), their modules and how sure they are, and what agrees with labels and\n"
    "coordinates. Writes positions.csv, .npy, .safetensors, modules.csv, discovery.json and report.html "
    "(docs/discover.md).\n"
    "Ctrl-C stops cleanly, and the same command goes on.\n"
    "Exit code: 0 with structure or without; 1 a run failed; 3 out of time.\n"
    "Examples:\n"
    "  sextant discover timeseries.mat\n"
    "  sextant discover people/ --labels networks.txt --coordinates centres.csv\n"
    "  sextant discover sensors.csv --seeds 5 --sigmas 0.1,0.3 --out sensors task.detrend=true";

struct DiscoverRequest : DiscoverOptions {
  bool quiet = false;
};

int run_discover(const DiscoverRequest& request) {
  std::optional<Interruption> interruption;
  if (!request.dry_run) interruption.emplace();
  SweepDisplay display(request.quiet);
  const DiscoverResult result = lab::discover(request, display, token_of(interruption));
  display.end();
  if (result.stopped) return end_interrupted();
  print_plan(result.sweep);
  if (!result.discovery) return conclude_sweep(result.sweep);
  fmt::print("{}", describe_discovery(*result.discovery));
  fmt::print("files   {}/positions.csv, .npy, .safetensors{}, discovery.json\n", result.directory,
             result.discovery->structure.found() ? ", modules.csv" : "");
  write_study_page(result.directory);
  return 0;
}

}  // namespace

void add_discover(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("discover", "Find the unknown arrangement of the variables of a series");
  auto request = std::make_shared<DiscoverRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  command->add_option("data", *arguments, "a file or folder of series, then key=value to change all runs")
      ->required()
      ->type_name("DATA key=value ...");
  command->add_option("--labels", request->labels, "the module of each variable, to compare with")->type_name("FILE");
  command->add_option("--coordinates", request->coordinates, "where each variable lies, to compare with")
      ->type_name("FILE");
  command->add_option("--time", request->time, "rows, columns or auto: along which axis of the file time runs")
      ->capture_default_str();
  command->add_option("--sigmas", request->sigmas, "standard deviations that learned positions start with")
      ->delimiter(',')
      ->type_name("NUMBERS")
      ->capture_default_str();
  command->add_option("--seeds", request->seeds, "runs of each kind")->capture_default_str();
  command->add_option("--steps", request->steps, "of each run (default: by the number of variables)")->type_name("N");
  command->add_option("--shuffles", request->shuffles, "of labels and variables, for p-values")->capture_default_str();
  command->add_option("--shifts", request->shifts, "of variables in time, for the test of structure")
      ->capture_default_str();
  add_many_runs(*command, *request, request->quiet,
                {.out = "directory (default: discovered/NAME)",
                 .max_hours = "stop training cleanly after this long",
                 .dry_run = "list the runs and predict the time; train nothing"});
  command->footer(discover_footer);
  command->callback([=, &exit_code] {
    request->data = arguments->front();
    require(request->data.find('=') == std::string::npos, "discover: the data come first, then {}", request->data);
    request->assignments.assign(arguments->begin() + 1, arguments->end());
    for (const auto& one : request->assignments)
      require(one.find('=') != std::string::npos, "discover: one file or folder at a time; '{}' is no key=value", one);
    exit_code = run_discover(*request);
  });
}

}  // namespace sextant::cli
