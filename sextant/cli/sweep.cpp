// `sextant sweep`: a grid of runs in one directory, on this machine, over the ranks of an MPI job, or with Slurm.
#include "sextant/lab/sweep/sweep.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/job.h"
#include "sextant/cli/print.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_text.h"
#include "sextant/core/error.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/sweep/mpi_launch.h"
#include "sextant/lab/sweep/mpi_session.h"
#include "sextant/lab/sweep/mpi_worker.h"
#include "sextant/lab/sweep/slurm_sweep.h"
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
    "--until-decided asks which setting is best: it adds seeds round by round, drops settings that another one beats,\n"
    "stops as soon as one is left, and writes DIR/decision.json. Looking after every round is paid for: the answer is\n"
    "wrong with probability 1 - C at most. Without the flag, the same command trains the rest of the grid.\n"
    "Examples:\n"
    "  sextant sweep position.kind=learned,rotary,alibi,none seed=1:40 --until-decided\n"
    "  sextant sweep position.sigma=0.1,0.5,2 seed=1:5\n"
    "  sextant sweep job.toml model.depth=2,3,4 init.gamma=0.3:1.0:0.1 seed=1:15 --dry-run\n"
    "  sextant sweep position.sigma=0.01:1:x1.5 train.steps=100:1000:100 seed=1:5 --adaptive --level "
    "final.test.accuracy=0.9\n"
    "  sextant results sweeps/job\n"
    "On a cluster: mpirun -n 8 sextant sweep ... (rank 0 schedules, seven ranks train), or --slurm.";

struct SweepRequest : SweepOptions, ManyRunsDisplay {
  bool by_slurm = false;
  SlurmOptions slurm;
};

/// The part of the other ranks.
int work_for(MpiSession& ranks, Index lost_after) {
  const Interruption interruption;
  try {
    work_for_rank_0(ranks, *make_runner(), std::chrono::seconds(lost_after), interruption.token());
  } catch (const Error& error) {
    throw BrokenRun(error.what());
  }
  return 0;
}

class SlurmPrinter final : public Events {
 public:
  explicit SlurmPrinter(bool json) : json_(json) {}
  void on_finding(const Finding& finding) override {
    if (json_) return;
    print_out("{:<8}{}\n", finding.subject, finding.text);
    std::fflush(stdout);
  }
  void on_progress(const Progress& progress) override {
    print_error("{:.0f} of {:.0f} runs\n", progress.done, progress.total);
  }

 private:
  bool json_;
};

int run_by_slurm(const SweepRequest& request) {
  std::optional<Interruption> interruption;
  if (request.slurm.wait) interruption.emplace();
  SlurmPrinter printer(request.json);
  const SlurmResult result = submit_to_slurm(request, request.slurm, printer, token_of(interruption));
  if (request.json) print_out("{}\n", as_json(result).dump(2));
  if (request.dry_run && !request.json) {
    print_out("# {0}/array.sh: {2} runs in {3} tasks\n{1}", result.place, result.array_script, result.pending,
              result.tasks);
    print_out("# {}/gather.sh, after the last task\n{}", result.place, result.gather_script);
  } else if (result.pending == 0 && !request.json) {
    print_out("all {} runs are complete; nothing to submit\n", result.runs);
  } else if (result.stopped) {
    print_error("sextant: no longer waiting; jobs {} and {} continue\n", result.jobs.array, result.jobs.gather);
    return Interruption::exit_code();
  } else if (result.missing > 0) {
    throw BrokenRun(fmt::format(
        "{} of {} runs are missing although no task is left; see the logs; re-running the same command resubmits them",
        result.missing, result.runs));
  }
  return 0;
}

int run_here(const SweepRequest& request, MpiSession* ranks) {
  std::optional<Interruption> interruption;
  if (!request.dry_run) interruption.emplace();
  SweepDisplay display(request);
  const SweepResult result = lab::sweep(request, display, token_of(interruption), ranks);
  display.end();
  if (request.json) {
    print_out("{}\n", as_json(result).dump(2));
    return conclude_sweep(result);
  }
  if (request.gather) print_out("{} runs collected into {}\n", result.gathered, result.store);
  print_plan(result);
  return conclude_sweep(result);
}

void add_slurm(CLI::App& command, bool& asked, SlurmOptions& slurm) {
  command.add_flag("--slurm", asked, "submit as a Slurm job array; with --dry-run, print the scripts")
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
  command.add_flag("--slurm-again", slurm.again, "submit even if the same runs are in the queue already")
      ->needs("--slurm");
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sweep", "Train a grid of models: resumable, cached, results in SQLite");
  auto typed = std::make_shared<TypedJob>();
  auto request = std::make_shared<SweepRequest>();
  request->name.clear();
  typed->add_to(*command, "a TOML file, then key=value overrides and key=values axes", "CONFIG.toml key=values ...");
  add_many_runs(*command, *request, *request,
                {.out = "sweep directory (default: sweeps/NAME)",
                 .max_hours = "time limit; stops cleanly and can be resumed",
                 .dry_run = "list the runs and estimate their cost without training"});
  command->add_option("--name", request->name, "prefix of the run directories (default: the name of CONFIG)")
      ->type_name("NAME");
  command->add_flag("--shuffle", request->shuffle, "run in random order, the same order every time");
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
  add_until_decided(*command, *request);
  command->add_option("--metric", request->metric, "with --until-decided: column of the results to compare by")
      ->type_name("KEY");
  command->add_option("--split", request->split, "with --until-decided: split on which accuracy, or loss, is the score")
      ->type_name("SPLIT");
  command->add_option("--margin", request->margin, "with --until-decided: smaller differences count as none")
      ->type_name("D");
  command->footer(sweep_footer);
  add_slurm(*command, request->by_slurm, request->slurm);
  command
      ->add_option("--lost-after", request->lost_after, "MPI: seconds without a heartbeat before a rank counts as dead")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->callback([=, &exit_code] {
    std::optional<MpiSession> ranks;
    if (launched_processes() > 1) ranks.emplace();
    if (ranks && ranks->rank() > 0) {
      exit_code = work_for(*ranks, request->lost_after);
      return;
    }
    JobArguments given(*typed);
    if (request->name.empty()) request->name = given.name;
    request->configuration = std::move(given.configuration);
    request->assignments = std::move(given.assignments);
    exit_code = request->by_slurm ? run_by_slurm(*request) : run_here(*request, ranks ? &*ranks : nullptr);
  });
}

}  // namespace sextant::cli
