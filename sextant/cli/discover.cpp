// `sextant discover`: the arrangement of variables that nobody knows, from their series.
#include "sextant/lab/discover/discover.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/discover_text.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/print.h"
#include "sextant/cli/study_page.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_text.h"
#include "sextant/core/error.h"

namespace sextant::cli {
namespace {

constexpr const char* discover_footer =
    "DATA is a time series file (npy, npz, csv, tsv, mat, h5, ptseries.nii, safetensors; FILE#ARRAY) or a folder with\n"
    "one file per subject (docs/series.md). Trains models with small-initialised learned positions to predict masked\n"
    "variables, for several sigmas and seeds, alongside fixed encodings. Reports whether the variables have structure\n"
    "(against time-shifted surrogates), their modules with a confidence, and the agreement with labels and\n"
    "coordinates. Writes positions.csv, .npy, .safetensors, modules.csv, discovery.json and report.html "
    "(docs/discover.md).\n"
    "Ctrl-C stops cleanly; re-running the same command resumes.\n"
    "Exit code: 0 success, with or without structure; 1 a run failed; 3 time limit reached.\n"
    "Examples:\n"
    "  sextant discover timeseries.mat\n"
    "  sextant discover subjects/ --labels networks.txt --coordinates centres.csv\n"
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
  print_out("{}", describe_discovery(*result.discovery));
  print_out("files   {}/positions.csv, .npy, .safetensors{}, discovery.json\n", result.directory,
            result.discovery->structure.found() ? ", modules.csv" : "");
  write_study_page(result.directory);
  return 0;
}

}  // namespace

void add_discover(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("discover", "Discover the unknown arrangement of the variables of a multivariate time series");
  auto request = std::make_shared<DiscoverRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  command->add_option("data", *arguments, "a time series file or folder, then key=value overrides for all runs")
      ->required()
      ->type_name("DATA key=value ...");
  command->add_option("--labels", request->labels, "module label of each variable, for comparison")->type_name("FILE");
  command->add_option("--coordinates", request->coordinates, "coordinates of each variable, for comparison")
      ->type_name("FILE");
  command->add_option("--time", request->time, "time axis of the file: rows, columns or auto")->capture_default_str();
  command->add_option("--sigmas", request->sigmas, "standard deviations of learned positions at initialisation")
      ->delimiter(',')
      ->type_name("NUMBERS")
      ->capture_default_str();
  command->add_option("--seeds", request->seeds, "seeds per encoding")->capture_default_str();
  command->add_option("--steps", request->steps, "training steps per run (default: from the number of variables)")
      ->type_name("N");
  command->add_option("--shuffles", request->shuffles, "number of label and variable shuffles for p-values")
      ->capture_default_str();
  command->add_option("--shifts", request->shifts, "number of time-shifted surrogates for the test of structure")
      ->capture_default_str();
  add_many_runs(*command, *request, request->quiet,
                {.out = "output directory (default: discovered/NAME)",
                 .max_hours = "time limit; training stops cleanly and can be resumed",
                 .dry_run = "list the runs and estimate their cost without training"});
  command->footer(discover_footer);
  command->callback([=, &exit_code] {
    request->data = arguments->front();
    require(request->data.find('=') == std::string::npos, "discover: expected the data first, then {}", request->data);
    request->assignments.assign(arguments->begin() + 1, arguments->end());
    for (const auto& one : request->assignments)
      require(one.find('=') != std::string::npos, "discover: one file or folder at a time; '{}' is not key=value", one);
    exit_code = run_discover(*request);
  });
}

}  // namespace sextant::cli
