// `sextant analyse`: one run, or all finished ones of a sweep; a line per analysis as soon as it is done.
#include "sextant/lab/analyse.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"

namespace sextant::cli {
namespace {

constexpr const char* analyse_footer =
    "Panels are written to RUN/panels/NAME.json; `sextant list analyses` lists the analyses.\n"
    "Examples:\n"
    "  sextant analyse runs/quickstart\n"
    "  sextant analyse runs/quickstart --only attention_maps,stress --samples 1000\n"
    "  sextant analyse sweeps/job";

class AnalysisPrinter final : public Events {
 public:
  void on_stage(const std::string& run) override { print_out("{}\n", run); }
  void on_message(const Message& message) override { print_out("note: {}\n", message.text); }
  void on_finding(const Finding& finding) override {
    print_out("{:<20}  {}\n", finding.subject, finding.text);
    std::fflush(stdout);
  }
};

}  // namespace

void add_analyse(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("analyse", "Run analyses on a trained model and write panels for `sextant report`");
  auto options = std::make_shared<AnalyseOptions>();
  command
      ->add_option("run", options->directory,
                   "run directory, finished or interrupted, or sweep directory (all its finished runs)")
      ->required()
      ->type_name("RUN|SWEEP");
  command->add_option("--only", options->only, "analyses to run (default: all)")->type_name("NAME,...")->delimiter(',');
  command->add_option("--samples", options->samples, "maximum number of held-out samples")->capture_default_str();
  command->footer(analyse_footer);
  command->callback([=, &exit_code] {
    AnalysisPrinter printer;
    const AnalyseResult result = lab::analyse(*options, printer);
    if (result.is_sweep) print_out("{} runs analysed\n", result.runs.size());
    exit_code = 0;
  });
}

}  // namespace sextant::cli
