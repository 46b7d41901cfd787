// Plan, look at what is there, run the rest, say how it ended.
// Exit code 1: a run failed twice, or the store could not be written; 3: out of time with runs left.
#include "sextant/cli/sweep_command.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <optional>

#include "sextant/cli/commands.h"
#include "sextant/cli/duration.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/sweep_cost.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_phases.h"
#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep/local_crew.h"
#include "sextant/lab/sweep/mpi_crew.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::cli {
namespace {

constexpr int out_of_time = 3;

/// Every N-th job, starting with the K-th.
std::vector<SweepJob> take_part(const std::vector<SweepJob>& jobs, const std::string& part) {
  std::size_t number = 0, parts = 0;
  const char* const end = part.data() + part.size();
  const auto first = std::from_chars(part.data(), end, number);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, parts) : first;
  require(slash && second.ec == std::errc() && second.ptr == end && number >= 1 && number <= parts,
          "--part {}: expected K/N with 1 <= K <= N, as in 3/8", part);
  std::vector<SweepJob> result;
  for (std::size_t i = number - 1; i < jobs.size(); i += parts) result.push_back(jobs[i]);
  return result;
}

/// The same order every time, so that two processes or parts agree.
void shuffle(std::vector<SweepJob>& jobs) {
  const Random random(0, Stream::order, 0, 0);
  for (std::size_t i = jobs.size(); i > 1; --i) std::swap(jobs[i - 1], jobs[random.below(i, i)]);
}

std::vector<SweepJob> plan(const SweepRequest& request, const Grid& grid, const Runner& runner) {
  auto jobs = make_jobs(grid, runner, request.name);
  if (request.shuffle) shuffle(jobs);
  return request.part.empty() ? jobs : take_part(jobs, request.part);
}

int list_runs(const std::vector<SweepJob>& jobs, const Progression& progression, const Runner& runner, Index at_once) {
  const Prediction prediction = predict(progression.pending, runner);
  std::map<std::string, double> seconds;
  for (std::size_t i = 0; i < progression.pending.size(); ++i)
    seconds[progression.pending[i].name] = prediction.seconds[i];
  for (const auto& job : jobs) {
    const auto found = seconds.find(job.name);
    fmt::print("{}  {:>12}  {}\n", job.name, found == seconds.end() ? "finished" : describe_duration(found->second),
               describe_settings(job.settings));
  }
  print_cost(jobs.size(), progression.pending.size(), prediction, at_once);
  return 0;
}

int conclude(const SweepTally& tally, const Progression& before, const SweepDirectory& directory, bool late) {
  fmt::print("sweep   {}\n", directory.path);
  fmt::print("runs    {} done, {} diverged, {} failed, {} left; {} trained now\n", tally.done + before.done,
             tally.diverged + before.diverged, tally.failed, tally.left, tally.made);
  fmt::print("store   {}\n", directory.store());
  std::fflush(stdout);
  if (!tally.store_fault.empty())
    throw BrokenRun(tally.store_fault + "; re-running the same command adds the missing ones");
  if (tally.left > 0 && late) {
    fmt::print(stderr, "sextant: time limit reached with {} runs left; re-run the same command to resume\n",
               tally.left);
    return out_of_time;
  }
  if (tally.left > 0) {
    fmt::print(stderr, "sextant: interrupted with {} runs left; re-run the same command to resume\n", tally.left);
    return 128 + Interruption::signal();
  }
  if (tally.failed > 0)
    throw BrokenRun(fmt::format("{} of the runs failed; re-running the same command retries them", tally.failed));
  return 0;
}

std::map<std::string, double> work_of(const std::vector<SweepJob>& jobs, const Runner& runner) {
  const auto operations = count_operations(jobs, runner);
  std::map<std::string, double> result;
  for (std::size_t i = 0; i < jobs.size(); ++i) result[jobs[i].name] = operations[i];
  return result;
}

std::unique_ptr<Crew> make_crew(const SweepRequest& request, const Runner& runner, const std::string& runs,
                                Index at_once, MpiSession* ranks) {
  if (!ranks) return std::make_unique<LocalCrew>(runner, runs, at_once);
  return std::make_unique<MpiCrew>(*ranks, runs, std::chrono::seconds(request.lost_after));
}

SweepTally run_to_end(JobSource& source, Crew& crew, Recorder& recorder, const std::string& runs,
                      SweepDisplay& display) {
  try {
    const SweepTally tally = run_jobs(source, crew, recorder, runs, display);
    display.end();
    return tally;
  } catch (...) {
    display.end();
    throw;
  }
}

/// What a sweep has open while it runs.
struct OpenSweep {
  const SweepRequest& request;
  const Runner& runner;
  const SweepDirectory& directory;
  const std::vector<SweepJob>& jobs;
  Store* store;
  MpiSession* ranks;
};

/// Trains what `source` asks for; before.pending is all that it may ask for.
int run_source(JobSource& source, const OpenSweep& sweep, const Progression& before, SweepDisplayOptions options) {
  options.max_seconds = sweep.request.max_hours * 3600;
  options.quiet = sweep.request.quiet;
  SweepDisplay display(options, work_of(before.pending, sweep.runner));
  Recorder recorder(sweep.store);
  const std::string runs = sweep.directory.runs();
  const auto crew =
      make_crew(sweep.request, sweep.runner, runs, choose_at_once(sweep.request.at_once, sweep.jobs), sweep.ranks);
  const SweepTally tally = run_to_end(source, *crew, recorder, runs, display);
  return conclude(tally, before, sweep.directory, display.out_of_time());
}

/// `diagrams`: where boundaries are asked for.
int run_all(const OpenSweep& sweep, AdaptiveSource* diagrams) {
  const Progression before = look_up(sweep.directory, sweep.jobs, sweep.store);
  JobList list(before.pending);
  const int exit_code = run_source(
      list, sweep, before, {.runs = static_cast<Index>(sweep.jobs.size()), .from_disk = before.done + before.diverged});
  if (diagrams) {
    diagrams->observe_finished();
    report_boundaries(*diagrams, sweep.directory.path);
  }
  return exit_code;
}

/// Runs that are on the disk are asked for like others and answered from there.
int run_adaptively(const OpenSweep& sweep, AdaptiveSource& source) {
  try {
    const int exit_code = run_source(source, sweep, {.pending = sweep.jobs},
                                     {.runs = source.budget_runs(), .share = sweep.request.budget});
    report_boundaries(source, sweep.directory.path);
    return exit_code;
  } catch (const BrokenRun&) {  // a run failed: the others have told something all the same
    report_boundaries(source, sweep.directory.path);
    throw;
  }
}

int run_sweep(const SweepRequest& request, const Grid& grid, const Runner& runner, const SweepDirectory& directory,
              const std::vector<SweepJob>& jobs, MpiSession* ranks) {
  const Interruption interruption;
  auto diagrams = make_diagrams(request, grid, jobs, directory.runs());
  directory.prepare(grid);
  std::optional<Store> store;
  if (!request.no_store) store.emplace(directory.store());
  if (store) store->add_axes(grid.swept_keys());
  const OpenSweep sweep{request, runner, directory, jobs, store ? &*store : nullptr, ranks};
  return request.adaptive ? run_adaptively(sweep, *diagrams) : run_all(sweep, diagrams ? &*diagrams : nullptr);
}

}  // namespace

int sweep_command(const SweepRequest& request, const Grid& grid, const Runner& runner, MpiSession* ranks) {
  require(request.max_hours >= 0, "--max-hours {}: expected a number above 0", request.max_hours);
  check_phases(request);
  const SweepDirectory directory{request.out.empty() ? "sweeps/" + request.name : request.out};
  if (request.gather) {
    Store store(directory.store());
    store.add_axes(grid.swept_keys());
    fmt::print("{} runs collected into {}\n", gather(directory, store), directory.store());
    return 0;
  }
  const auto jobs = plan(request, grid, runner);
  if (request.slurm.asked) {
    require(!request.adaptive,
            "--adaptive depends on the results so far, but a Slurm array is fixed when it is "
            "submitted; drop one of --adaptive and --slurm, or use mpirun");
    const SlurmSweep sweep{request.name, grid, directory, jobs, runner};
    return request.dry_run ? list_slurm_scripts(request.slurm, sweep) : submit_to_slurm(request.slurm, sweep);
  }
  if (request.dry_run && request.adaptive)
    fmt::print("the full grid; --adaptive trains at most {:.3g} of it\n", request.budget);
  if (request.dry_run)
    return list_runs(jobs, look_up(directory, jobs, nullptr), runner, choose_at_once(request.at_once, jobs));
  return run_sweep(request, grid, runner, directory, jobs, ranks);
}

}  // namespace sextant::cli
