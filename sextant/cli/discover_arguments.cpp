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

}  // namespace

void add_discover(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("discover", "Find the unknown arrangement of the variables of a series");
  auto request = std::make_shared<DiscoverRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  DiscoveryRequest& what = request->what;
  command->add_option("data", *arguments, "a file or folder of series, then key=value to change all runs")
      ->required()
      ->type_name("DATA key=value ...");
  command->add_option("--labels", what.series.labels, "the module of each variable, to compare with")
      ->type_name("FILE");
  command->add_option("--coordinates", what.series.coordinates, "where each variable lies, to compare with")
      ->type_name("FILE");
  command->add_option("--time", what.series.time, "rows, columns or auto: along which axis of the file time runs")
      ->capture_default_str();
  command->add_option("--sigmas", what.sigmas, "standard deviations that learned positions start with")
      ->delimiter(',')
      ->type_name("NUMBERS")
      ->capture_default_str();
  command->add_option("--seeds", what.seeds, "runs of each kind")->capture_default_str();
  command->add_option("--steps", what.steps, "of each run (default: by the number of variables)")->type_name("N");
  command->add_option("--shuffles", what.shuffles, "of labels and variables, for p-values")->capture_default_str();
  command->add_option("--shifts", what.shifts, "of variables in time, for the test of structure")
      ->capture_default_str();
  command->add_option("--out", request->out, "directory (default: discovered/NAME)")->type_name("DIR");
  command->add_option("-j", request->at_once, "runs at once (default: one per processor)")->type_name("N");
  command->add_option("--max-hours", request->max_hours, "stop training cleanly after this long")->type_name("HOURS");
  command->add_flag("--dry-run", request->dry_run, "list the runs and predict the time; train nothing");
  command->add_flag("--quiet", request->quiet, "no progress; errors and results are still said");
  command->footer(discover_footer);
  command->callback([=, &exit_code] {
    DiscoverRequest& asked = *request;
    asked.what.series.data = arguments->front();
    require(asked.what.series.data.find('=') == std::string::npos, "discover: the data come first, then {}",
            asked.what.series.data);
    asked.what.assignments.assign(arguments->begin() + 1, arguments->end());
    for (const auto& one : asked.what.assignments)
      require(one.find('=') != std::string::npos, "discover: one file or folder at a time; '{}' is no key=value", one);
    exit_code = discover_command(asked, *make_runner(), *make_analyst_maker());
  });
}

}  // namespace sextant::cli
