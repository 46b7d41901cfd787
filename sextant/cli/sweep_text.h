// What is said of a sweep, also of one beneath another command: its plan, and how it ended.
#pragma once

#include <string>

#include "sextant/lab/sweep/sweep.h"

namespace CLI {
class App;
}

namespace sextant::cli {

/// --out, -j, --max-hours, --dry-run, --quiet and --json are the same for every command that trains many runs.
struct ManyRunsHelp {
  const char* out;
  const char* max_hours;
  const char* dry_run;
};
/// What such a command shows: --quiet, and --json.
struct ManyRunsDisplay {
  bool quiet = false;
  bool json = false;
};
void add_until_decided(CLI::App& command, DecidedRunsOptions& options);
void add_many_runs(CLI::App& command, ManyRunsOptions& options, ManyRunsDisplay& display, const ManyRunsHelp& help);

/// With dry_run: a line per run, and what all of it costs.
void print_plan(const SweepResult& result);

/// What went wrong in a sweep that nobody stopped, or "".
std::string describe_fault(const SweepResult& result);

/// The exit code; says on stderr why runs are left. BrokenRun where something went wrong.
int conclude_sweep(const SweepResult& result);

}  // namespace sextant::cli
