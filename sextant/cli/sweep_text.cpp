// Exit code 1: a run failed twice, or the store could not be written; 3: out of time with runs left.
#include "sextant/cli/sweep_text.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/interruption.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/sweep/prediction.h"

namespace sextant::cli {
namespace {

constexpr int out_of_time = 3;

}  // namespace

void add_many_runs(CLI::App& command, ManyRunsOptions& options, ManyRunsDisplay& display, const ManyRunsHelp& help) {
  command.add_option("--out", options.out, help.out)->type_name("DIR");
  command.add_option("-j", options.at_once, "number of runs in parallel (default: one per core)")->type_name("N");
  command.add_option("--max-hours", options.max_hours, help.max_hours)->type_name("HOURS");
  command.add_flag("--dry-run", options.dry_run, help.dry_run);
  command.add_flag("--quiet", display.quiet, "no progress output; errors and results are still printed");
  command.add_flag("--json", display.json, "print the result as JSON instead");
}

void add_until_decided(CLI::App& command, DecidedRunsOptions& options) {
  command.add_flag("--until-decided", options.until_decided, "add seeds until the question is answered, and no more");
  command
      .add_option("--confidence", options.confidence, "with --until-decided: that the answer is right (default: 0.95)")
      ->type_name("C");
  command.add_option("--max-runs", options.max_runs, "with --until-decided: stop after so many runs")->type_name("N");
}

void print_plan(const SweepResult& result) {
  if (result.share) print_out("the full grid; --adaptive trains at most {:.3g} of it\n", *result.share);
  if (result.first_round)
    print_out("the full grid; --until-decided trains {} runs first and no more than it needs\n", *result.first_round);
  for (const auto& run : result.plan)
    print_out("{}  {:>12}  {}\n", run.name, run.seconds ? describe_duration(*run.seconds) : "finished", run.settings);
  if (result.cost) print_out("{}\n", result.cost->text());
}

std::string describe_fault(const SweepResult& result) {
  if (!result.store_fault.empty()) return result.store_fault + "; re-running the same command adds the missing ones";
  if (result.left > 0 || result.failed == 0) return "";
  return fmt::format("{} of the runs failed; re-running the same command retries them", result.failed);
}

int conclude_sweep(const SweepResult& result) {
  if (const std::string fault = describe_fault(result); !fault.empty()) throw BrokenRun(fault);
  if (result.left == 0) return 0;
  print_error("sextant: {} with {} runs left; re-run the same command to resume\n",
              result.out_of_time ? "time limit reached" : "interrupted", result.left);
  return result.out_of_time ? out_of_time : Interruption::exit_code();
}

}  // namespace sextant::cli
