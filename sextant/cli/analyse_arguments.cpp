// The arguments of `sextant analyse`, and the runs they mean: one, or all finished ones of a sweep.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "sextant/cli/arguments.h"
#include "sextant/cli/commands.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/results/run_reader.h"

namespace sextant::cli {
namespace {

constexpr const char* analyse_footer =
    "Panels are written to RUN/panels/NAME.json; `sextant list analyses` lists the analyses.\n"
    "Examples:\n"
    "  sextant analyse runs/quickstart\n"
    "  sextant analyse runs/quickstart --only attention_maps,stress --samples 1000\n"
    "  sextant analyse sweeps/job";

bool is_sweep(const std::string& directory) { return std::filesystem::is_directory(directory + "/runs"); }

/// Runs of a sweep that have weights to look at, in the order of their names.
std::vector<std::string> list_runs(const std::string& sweep) {
  std::vector<std::string> runs;
  for (const auto& entry : std::filesystem::directory_iterator(sweep + "/runs")) {
    const std::string run = entry.path().string();
    const auto result = read_run_result(run);
    const std::string status = result ? result->value("status", "") : "";
    if ((status == "done" || status == "diverged") && file_exists(run + "/checkpoint.safetensors")) runs.push_back(run);
  }
  require(!runs.empty(), "{}: no run of this sweep has finished yet", sweep);
  std::ranges::sort(runs);
  return runs;
}

void analyse(const AnalyseRequest& request, const std::string& run) {
  const std::string file = run + "/config.toml";
  require(file_exists(file), "{}: neither a run directory (no config.toml) nor a sweep directory (no runs)", run);
  analyse_command(request, run);
}

int analyse_all(const AnalyseRequest& request) {
  if (!is_sweep(request.directory)) {
    analyse(request, request.directory);
    return 0;
  }
  const auto runs = list_runs(request.directory);
  for (const auto& run : runs) {
    fmt::print("{}\n", run);
    analyse(request, run);
  }
  fmt::print("{} runs analysed\n", runs.size());
  return 0;
}

}  // namespace

void add_analyse(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("analyse", "Run analyses on a trained model and write panels for `sextant report`");
  auto request = std::make_shared<AnalyseRequest>();
  command
      ->add_option("run", request->directory,
                   "run directory, finished or interrupted, or sweep directory (all its finished runs)")
      ->required()
      ->type_name("RUN|SWEEP");
  command->add_option("--only", request->only, "analyses to run (default: all)")->type_name("NAME,...")->delimiter(',');
  command->add_option("--samples", request->samples, "maximum number of held-out samples")->capture_default_str();
  command->footer(analyse_footer);
  command->callback([=, &exit_code] {
    require(request->samples >= 1, "--samples: expected 1 or more, not {}", request->samples);
    exit_code = analyse_all(*request);
  });
}

}  // namespace sextant::cli
