// `sextant analyse`: one run, or all finished ones of a sweep; the answer and a short table, or all numbers.
#include "sextant/lab/analyse.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/answer.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"
#include "sextant/core/tree.h"
#include "sextant/lab/analyse_verdict.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* analyse_footer =
    "Panels are written to RUN/panels/NAME.json; `sextant list analyses` lists the analyses.\n"
    "Examples:\n"
    "  sextant analyse runs/quickstart\n"
    "  sextant analyse runs/quickstart --only attention_maps,stress --samples 1000\n"
    "  sextant analyse sweeps/job";

struct AnalyseArguments : AnalyseOptions {
  bool all = false;
  bool json = false;
};

class AnalysisPrinter final : public Events {
 public:
  explicit AnalysisPrinter(const AnalyseArguments& arguments) : arguments_(arguments) {}

  void on_stage(const std::string& run) override {
    if (arguments_.all) print_out("{}\n", run);
  }
  void on_message(const Message& message) override {
    if (!arguments_.json) print_out("note: {}\n", message.text);
  }
  void on_finding(const Finding& finding) override {
    if (!arguments_.all) return;
    print_out("{:<20}  {}\n", finding.subject, finding.text);
    std::fflush(stdout);
  }

 private:
  const AnalyseArguments& arguments_;
};

void print_analysis(const RunAnalysis& run) {
  print_answer(run.sentence.empty() ? "No analysis could compare the positions of this model with true places."
                                    : run.sentence);
  TextTable table({"measure", "value", "meaning"});
  for (const auto& [name, value, meaning] : key_measures(run.analyses)) table.add({name, short_number(value), meaning});
  std::size_t skipped = 0;
  for (const auto& one : run.analyses) skipped += one.findings.left_out.empty() ? 0 : 1;
  print_out(
      "\n{}\n{} analyses, {} of which do not apply to this run; --all prints every number, "
      "`sextant report {}` shows the figures\n",
      table.text(), run.analyses.size(), skipped, run.directory);
}

void print_analyses(const AnalyseResult& result, const AnalyseArguments& arguments) {
  if (arguments.json) {
    Tree runs = Tree::array();
    for (const auto& run : result.runs) {
      Tree entry = describe_analyses(run.analyses);
      entry["run"] = run.directory;
      runs.push_back(std::move(entry));
    }
    print_out("{}\n", runs.dump(2));
  } else if (result.is_sweep) {
    if (!arguments.all)
      for (const auto& run : result.runs) print_out("{}\n  {}\n", run.directory, run.sentence);
    print_out("{} runs analysed\n", result.runs.size());
  } else if (!arguments.all) {
    print_analysis(result.runs.front());
  } else if (!result.runs.front().sentence.empty()) {
    print_answer(result.runs.front().sentence);
  }
}

}  // namespace

void add_analyse(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("analyse", "Run analyses on a trained model and write panels for `sextant report`");
  auto options = std::make_shared<AnalyseArguments>();
  command
      ->add_option("run", options->directory,
                   "run directory, finished or interrupted, or sweep directory (all its finished runs)")
      ->required()
      ->type_name("RUN|SWEEP");
  command->add_option("--only", options->only, "analyses to run (default: all)")->type_name("NAME,...")->delimiter(',');
  command->add_option("--samples", options->samples, "maximum number of held-out samples")->capture_default_str();
  auto* all = command->add_flag("--all", options->all, "print every number of every analysis");
  command->add_flag("--json", options->json, "print every number as JSON")->excludes(all);
  command->footer(analyse_footer);
  command->callback([=, &exit_code] {
    options->all = options->all || (!options->only.empty() && !options->json);  // they are few
    AnalysisPrinter printer(*options);
    print_analyses(lab::analyse(*options, printer), *options);
    exit_code = 0;
  });
}

}  // namespace sextant::cli
