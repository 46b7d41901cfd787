// The command line of `sextant discover`.
#include <CLI/CLI.hpp>

#include "sextant/cli/arguments.h"
#include "sextant/cli/discover_command.h"
#include "sextant/core/error.h"
#include "sextant/lab/analyst.h"
#include "sextant/lab/sweep_runner.h"

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

}  // namespace

void add_discover(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("discover", "Discover the unknown arrangement of the variables of a multivariate time series");
  auto request = std::make_shared<DiscoverRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  DiscoveryRequest& what = request->what;
  command->add_option("data", *arguments, "a time series file or folder, then key=value overrides for all runs")
      ->required()
      ->type_name("DATA key=value ...");
  command->add_option("--labels", what.series.labels, "module label of each variable, for comparison")
      ->type_name("FILE");
  command->add_option("--coordinates", what.series.coordinates, "coordinates of each variable, for comparison")
      ->type_name("FILE");
  command->add_option("--time", what.series.time, "time axis of the file: rows, columns or auto")
      ->capture_default_str();
  command->add_option("--sigmas", what.sigmas, "standard deviations of learned positions at initialisation")
      ->delimiter(',')
      ->type_name("NUMBERS")
      ->capture_default_str();
  command->add_option("--seeds", what.seeds, "seeds per encoding")->capture_default_str();
  command->add_option("--steps", what.steps, "training steps per run (default: from the number of variables)")
      ->type_name("N");
  command->add_option("--shuffles", what.shuffles, "number of label and variable shuffles for p-values")
      ->capture_default_str();
  command->add_option("--shifts", what.shifts, "number of time-shifted surrogates for the test of structure")
      ->capture_default_str();
  command->add_option("--out", request->out, "output directory (default: discovered/NAME)")->type_name("DIR");
  command->add_option("-j", request->at_once, "number of runs in parallel (default: one per core)")->type_name("N");
  command->add_option("--max-hours", request->max_hours, "time limit; training stops cleanly and can be resumed")
      ->type_name("HOURS");
  command->add_flag("--dry-run", request->dry_run, "list the runs and estimate their cost without training");
  command->add_flag("--quiet", request->quiet, "no progress output; errors and results are still printed");
  command->footer(discover_footer);
  command->callback([=, &exit_code] {
    DiscoverRequest& asked = *request;
    asked.what.series.data = arguments->front();
    require(asked.what.series.data.find('=') == std::string::npos, "discover: expected the data first, then {}",
            asked.what.series.data);
    asked.what.assignments.assign(arguments->begin() + 1, arguments->end());
    for (const auto& one : asked.what.assignments)
      require(one.find('=') != std::string::npos, "discover: one file or folder at a time; '{}' is not key=value", one);
    exit_code = discover_command(asked, *make_runner(), *make_analyst_maker());
  });
}

}  // namespace sextant::cli
