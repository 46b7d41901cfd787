// `sextant analyse`: one run, or all finished ones of a sweep; a line per analysis as soon as it is done.
#include "sextant/lab/analyse.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/core/error.h"

namespace sextant::cli {
namespace {

constexpr const char* analyse_footer =
    "Panels are written to RUN/panels/NAME.json; `sextant list analyses` shows what there is.\n"
    "Examples:\n"
    "  sextant analyse runs/quickstart\n"
    "  sextant analyse runs/quickstart --only attention_maps,stress --samples 1000\n"
    "  sextant analyse sweeps/job";

class AnalysisPrinter final : public Events {
 public:
  void on_stage(const std::string& run) override { fmt::print("{}\n", run); }
  void on_message(const Message& message) override { fmt::print("note: {}\n", message.text); }
  void on_finding(const Finding& finding) override {
    fmt::print("{:<20}  {}\n", finding.subject, finding.text);
    std::fflush(stdout);
  }
};

}  // namespace

void add_analyse(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("analyse", "Measure what a run has learned, and write panels to be seen");
  auto options = std::make_shared<AnalyseOptions>();
  command
      ->add_option("run", options->directory,
                   "directory of a run, finished or stopped, or of a sweep: all its finished runs")
      ->required()
      ->type_name("RUN|SWEEP");
  command->add_option("--only", options->only, "analyses (default: all)")->type_name("NAME,...")->delimiter(',');
  command->add_option("--samples", options->samples, "held-out samples, at most")->capture_default_str();
  command->footer(analyse_footer);
  command->callback([=, &exit_code] {
    AnalysisPrinter printer;
    const AnalyseResult result = lab::analyse(*options, printer);
    if (result.is_sweep) fmt::print("{} runs analysed\n", result.runs.size());
    exit_code = 0;
  });
}

}  // namespace sextant::cli
