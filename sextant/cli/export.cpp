// `sextant export`: finished or running runs in the formats of other programs.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/core/tree.h"
#include "sextant/report/write_report.h"

namespace sextant::cli {
namespace {

int run_export(const ExportOptions& options, bool json) {
  Events nobody;
  const ExportResult result = export_runs(options, nobody);
  if (json) {
    print_out("{}\n", Tree{{"runs", result.runs}, {"csv", options.csv}, {"tensorboard", options.tensorboard}}.dump(2));
    return 0;
  }
  if (!options.csv.empty()) print_out("{} run(s) written to {}\n", result.runs, options.csv);
  if (!options.tensorboard.empty())
    print_out("{} run(s) written; view them with: tensorboard --logdir {}\n", result.runs, options.tensorboard);
  return 0;
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("export", "Export the metrics of runs to CSV or TensorBoard");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("runs", options->runs, "run, sweep or experiment directories, finished or not")
      ->required()
      ->type_name("PATH ...");
  command->add_option("--csv", options->csv, "one CSV table of all runs, with the run as first column")
      ->type_name("FILE");
  command->add_option("--tensorboard", options->tensorboard, "TensorBoard event files, DIR/RUN/events...")
      ->type_name("DIR");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print how many runs, and where, as JSON instead");
  command->footer(
      "Examples:\n"
      "  sextant export runs/* --csv all.csv\n"
      "  sextant export sweeps/depth --tensorboard log\n"
      "Wall times in exported event files are interpolated; `sextant train --tensorboard` records them.");
  command->callback([=, &exit_code] { exit_code = run_export(*options, *json); });
}

}  // namespace sextant::cli
