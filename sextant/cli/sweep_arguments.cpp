// The command line of `sextant sweep`.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "sextant/cli/arguments.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/job.h"
#include "sextant/cli/sweep_command.h"
#include "sextant/core/error.h"
#include "sextant/lab/sweep/mpi_launch.h"
#include "sextant/lab/sweep/mpi_worker.h"
#include "sextant/lab/sweep_runner.h"

namespace sextant::cli {
namespace {

constexpr const char* sweep_footer =
    "Values: 2,3,4 a list; 0.3:1.0:0.1 an inclusive range; 1:15 integers; 1e-4:1e-1:x10 a geometric range.\n"
    "The same in CONFIG.toml:\n"
    "  [sweep]\n"
    "  seed = \"1:15\"\n"
    "  \"model.depth\" = [2, 3, 4]\n"
    "Every run is a directory under DIR/runs, named by a hash of everything that determines its result. Ctrl-C stops\n"
    "cleanly and re-running resumes; a larger grid trains only the missing runs. A diverged run counts as a result; a\n"
    "failed one is retried once. Several processes can share a directory: each run is trained once.\n"
    "Exit code: 0 all runs complete; 1 a run failed; 3 time limit reached with runs left; 130 interrupted.\n"
    "--adaptive samples the grid based on the results so far, stops when the boundary is known to within a cell or\n"
    "the budget is spent, and writes DIR/boundary.json. Keys of --level and --phase are columns of results.sqlite.\n"
    "Examples:\n"
    "  sextant sweep position.sigma=0.1,0.5,2 seed=1:5\n"
    "  sextant sweep job.toml model.depth=2,3,4 init.gamma=0.3:1.0:0.1 seed=1:15 --dry-run\n"
    "  sextant sweep position.sigma=0.01:1:x1.5 train.steps=100:1000:100 seed=1:5 --adaptive --level "
    "final.test.accuracy=0.9\n"
    "  sextant results sweeps/job\n"
    "On a cluster: mpirun -n 8 sextant sweep ... (rank 0 schedules, seven ranks train), or --slurm.";

/// The part of the other ranks.
int work_for(MpiSession& ranks, std::chrono::seconds lost_after) {
  const Interruption interruption;
  try {
    work_for_rank_0(ranks, *make_runner(), lost_after, [] { return Interruption::signal() != 0; });
  } catch (const Error& error) {
    throw BrokenRun(error.what());
  }
  return 0;
}

void add_slurm(CLI::App& command, SlurmRequest& slurm) {
  command.add_flag("--slurm", slurm.asked, "submit as a Slurm job array; with --dry-run, print the scripts")
      ->excludes("-j", "--max-hours", "--part", "--no-store", "--gather");
  command.add_option("--slurm-option", slurm.options, "option passed to sbatch, e.g. --slurm-option=--partition=long")
      ->type_name("OPTION")
      ->allow_extra_args(false)
      ->needs("--slurm");
  command.add_option("--task-minutes", slurm.task_minutes, "pack runs into array tasks of about this duration")
      ->type_name("MINUTES")
      ->needs("--slurm")
      ->capture_default_str();
  command.add_option("--pack", slurm.pack, "fixed number of runs per array task")->type_name("N")->needs("--slurm");
  command.add_flag("--wait", slurm.wait, "wait for the jobs and show progress")->needs("--slurm");
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sweep", "Train a grid of models: resumable, cached, results in SQLite");
  auto arguments = std::make_shared<std::vector<std::string>>();
  auto request = std::make_shared<SweepRequest>();
  command->add_option("job", *arguments, "a TOML file, then key=value overrides and key=values axes")
      ->type_name("CONFIG.toml key=values ...");
  command->add_option("--out", request->out, "sweep directory (default: sweeps/NAME)")->type_name("DIR");
  command->add_option("--name", request->name, "prefix of the run directories (default: the name of CONFIG)")
      ->type_name("NAME");
  command->add_option("-j", request->at_once, "number of runs in parallel (default: one per core)")->type_name("N");
  command->add_flag("--dry-run", request->dry_run, "list the runs and estimate their cost without training");
  command->add_flag("--shuffle", request->shuffle, "run in random order, the same order every time");
  command->add_option("--max-hours", request->max_hours, "time limit; stops cleanly and can be resumed")
      ->type_name("HOURS");
  command->add_option("--part", request->part, "only every N-th run, starting at the K-th")->type_name("K/N");
  command->add_flag("--no-store", request->no_store, "write run directories only; --gather collects the results later");
  command->add_flag("--gather", request->gather, "collect finished runs into results.sqlite without training");
  command->add_flag("--adaptive", request->adaptive, "adaptive sampling: only train runs near phase boundaries");
  command->add_option("--level", request->level, "locate where a metric crosses this value: phases above and below")
      ->type_name("KEY=NUMBER");
  command
      ->add_option("--phase", request->phases,
                   "locate phase boundaries: \"NAME: KEY<VALUE and KEY>=VALUE\"; the first match wins")
      ->type_name("RULE")
      ->allow_extra_args(false);
  command->add_option("--budget", request->budget, "with --adaptive: maximum fraction of the grid (default: 1/3)")
      ->type_name("SHARE");
  command->add_flag("--quiet", request->quiet, "no progress output; errors and the summary are still printed");
  command->footer(sweep_footer);
  add_slurm(*command, request->slurm);
  command
      ->add_option("--lost-after", request->lost_after, "MPI: seconds without a heartbeat before a rank counts as dead")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->callback([=, &exit_code] {
    std::optional<MpiSession> ranks;
    if (launched_processes() > 1) ranks.emplace();
    if (ranks && ranks->rank() > 0) {
      exit_code = work_for(*ranks, std::chrono::seconds(request->lost_after));
      return;
    }
    JobArguments given(*arguments);
    if (request->name.empty()) request->name = given.name;
    const Grid grid(std::move(given.configuration), given.assignments);
    exit_code = sweep_command(*request, grid, *make_runner(), ranks ? &*ranks : nullptr);
  });
}

}  // namespace sextant::cli
