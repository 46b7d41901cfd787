// `sextant reproduce`: an experiment from its runs to its claims. Exit code 1: a claim did not hold, or a run failed;
// 3: out of time with runs left.
#include "sextant/lab/experiment/reproduce.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/print.h"
#include "sextant/cli/study_page.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_text.h"
#include "sextant/core/error.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/result_json.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* reproduce_footer =
    "An experiment is a file: a grid of named cases, analyses, claims and figures (docs/experiments.md).\n"
    "`sextant list experiments` lists the built-in ones; pass your own file by its path.\n"
    "The output is a sweep directory, so results, report and view work on it; claims.json, panels/ and report.html are "
    "added.\n"
    "--until-decided trains seeds round by round, and none of a case about which no open claim asks; claims that need\n"
    "all seeds (correlations, bounds of a p-value) get them. Looking after every round is paid for.\n"
    "Ctrl-C stops cleanly; re-running the same command resumes. --no-train also accepts runs of another code version.\n"
    "Exit code: 0 all decided claims held; 1 a claim did not hold or a run failed; 3 time limit reached.\n"
    "Examples:\n"
    "  sextant reproduce necessity\n"
    "  sextant reproduce necessity --scale small --dry-run\n"
    "  sextant reproduce ./mine.toml --scale quick --out here train.steps=100\n"
    "  sextant reproduce necessity --no-train";

struct ReproduceRequest : ReproduceOptions, ManyRunsDisplay {};

std::string word(const std::optional<bool>& held) { return !held ? "not decided" : *held ? "held" : "did not hold"; }

/// The table of the paper's claims or of our controls, and below it what must be said of them.
std::string describe_verdicts(const std::vector<Verdict>& verdicts, bool controls) {
  TextTable table({"", "", controls ? "control" : "claim", "paper", "ours", "95 % interval", "bound", "seeds"});
  std::string notes;
  Index number = 0, shown = 0;
  for (const auto& one : verdicts) {
    ++number;
    if (one.claim.control != controls) continue;
    ++shown;
    table.add({std::to_string(number), word(one.held), one.claim.sentence, setting_text(one.claim.paper),
               short_number(one.measured.value), interval_text(one.measured.interval), one.claim.bound.text(),
               std::to_string(one.seeds)});
    if (!one.note.empty()) notes += fmt::format("  {}: {}\n", number, one.note);
  }
  if (shown == 0) return "";
  return (controls ? "controls\n" : "claims\n") + table.text() + (notes.empty() ? "" : "notes\n" + notes);
}

/// What was found, claim by claim, and the page of it.
void print_verdicts(const ReproduceResult& result) {
  write_study_page(result.directory);
  for (const bool controls : {false, true}) print_out("{}", describe_verdicts(result.verdicts, controls));
  if (const Index left = result.study.claims_left_out; left > 0)
    print_out("left    {} claim(s) that the scale {} is too small for; --scale small judges them\n", left,
              result.study.scale);
  print_out("found   {}\n", result.headline.sentence);
  const Index decided = result.decided();
  print_out("claims  {} of {} decided held, {} not decided\n", decided - result.failed(), decided,
            static_cast<Index>(result.verdicts.size()) - decided);
  if (result.all_runs > 0)
    print_out(
        "early   {} claims decided early, with {} of the study's {} runs; without --until-decided the same command "
        "trains the rest\n",
        result.decided_early, result.runs_asked, result.all_runs);
}

int conclude_claims(const ReproduceResult& result) {
  const Index decided = result.decided(), failed = result.failed();
  std::fflush(stdout);
  for (const auto& sweep : result.sweeps)
    if (const std::string fault = describe_fault(sweep); !fault.empty()) throw BrokenRun(fault);
  if (failed > 0) throw BrokenRun(fmt::format("{} of {} decided claims did not hold", failed, decided));
  return 0;
}

int run_reproduce(const ReproduceRequest& request) {
  std::optional<Interruption> interruption;
  if (!request.dry_run) interruption.emplace();
  SweepDisplay display(request);
  const ReproduceResult result = lab::reproduce(request, display, token_of(interruption));
  display.end();
  if (request.json) {
    if (result.judged) write_study_page(result.directory, true);
    print_out("{}\n", as_json(result).dump(2));
  }
  if (result.stopped) return end_interrupted();
  if (!result.judged) {
    if (!request.json)
      for (const auto& sweep : result.sweeps) print_plan(sweep);
    return result.sweeps.empty() ? 0 : conclude_sweep(result.sweeps.back());
  }
  if (!request.json) print_verdicts(result);
  return conclude_claims(result);
}

}  // namespace

void add_reproduce(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("reproduce", "Reproduce an experiment and report which of its claims hold");
  auto request = std::make_shared<ReproduceRequest>();
  auto arguments = std::make_shared<std::vector<std::string>>();
  command
      ->add_option("experiment", *arguments,
                   "a built-in experiment or a file, then key=value overrides for all its runs")
      ->required()
      ->type_name("NAME key=value ...");
  command->add_option("--scale", request->scale, "scale of the experiment: quick, small, paper")->capture_default_str();
  command->add_option("--study", request->study, "an additional study of the experiment")->type_name("NAME");
  command->add_option("--data", request->data, "directory of the original data, if the experiment uses it")
      ->type_name("DIR");
  add_until_decided(*command, *request);
  add_many_runs(*command, *request, *request,
                {.out = "output directory (default: reproduced/NAME-SCALE)",
                 .max_hours = "time limit; training stops cleanly and can be resumed",
                 .dry_run = "list the runs and estimate their cost without training"});
  command->add_flag("--no-train,--judge", request->judge, "analyse and judge the existing runs without training");
  command->footer(reproduce_footer);
  command->callback([=, &exit_code] {
    request->experiment = arguments->front();
    require(request->experiment.find('=') == std::string::npos, "reproduce: expected the experiment first, then {}",
            request->experiment);
    request->assignments.assign(arguments->begin() + 1, arguments->end());
    exit_code = run_reproduce(*request);
  });
}

}  // namespace sextant::cli
