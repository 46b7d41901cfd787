// Exit code 1: a run failed twice, or the store could not be written; 3: out of time with runs left.
#include "sextant/cli/sweep_text.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/interruption.h"
#include "sextant/core/error.h"
#include "sextant/lab/broken_run.h"
#include "sextant/lab/sweep/duration.h"

namespace sextant::cli {
namespace {

constexpr int out_of_time = 3;

}  // namespace

void add_many_runs(CLI::App& command, ManyRunsOptions& options, bool& quiet, const ManyRunsHelp& help) {
  command.add_option("--out", options.out, help.out)->type_name("DIR");
  command.add_option("-j", options.at_once, "runs at once (default: one per processor)")->type_name("N");
  command.add_option("--max-hours", options.max_hours, help.max_hours)->type_name("HOURS");
  command.add_flag("--dry-run", options.dry_run, help.dry_run);
  command.add_flag("--quiet", quiet, "no progress; errors and results are still said");
}

void print_plan(const SweepResult& result) {
  if (result.share) fmt::print("the full grid; --adaptive makes at most {:.3g} of it\n", *result.share);
  for (const auto& run : result.plan)
    fmt::print("{}  {:>12}  {}\n", run.name, run.seconds ? describe_duration(*run.seconds) : "finished", run.settings);
  if (result.cost) fmt::print("{}\n", result.cost->text());
}

std::string describe_fault(const SweepResult& result) {
  if (!result.store_fault.empty()) return result.store_fault + "; the same command writes what is missing";
  if (result.left > 0 || result.failed == 0) return "";
  return fmt::format("{} of the runs failed; the same command tries them again", result.failed);
}

int conclude_sweep(const SweepResult& result) {
  if (const std::string fault = describe_fault(result); !fault.empty()) throw BrokenRun(fault);
  if (result.left == 0) return 0;
  fmt::print(stderr, "sextant: {} with {} runs left; the same command goes on\n",
             result.out_of_time ? "out of time" : "interrupted", result.left);
  return result.out_of_time ? out_of_time : Interruption::exit_code();
}

}  // namespace sextant::cli
