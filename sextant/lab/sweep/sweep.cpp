// Plan, look at what is there, run the rest, say how it ended.
#include "sextant/lab/sweep/sweep.h"

#include <filesystem>
#include <map>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep/local_crew.h"
#include "sextant/lab/sweep/mpi_crew.h"
#include "sextant/lab/sweep/mpi_session.h"
#include "sextant/lab/sweep/sweep_phases.h"
#include "sextant/lab/sweep/sweep_race.h"
#include "sextant/lab/sweep_runner.h"
#include "sextant/results/store_repair.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::lab {
namespace {

/// What a sweep has open while it runs.
struct OpenSweep {
  const SweepOptions& options;
  const Runner& runner;
  const SweepDirectory& directory;
  const std::vector<SweepJob>& jobs;
  Events& events;
  const std::stop_token& stop;
  MpiSession* ranks;
  Store* store = nullptr;
};

std::map<std::string, double> work_of(const std::vector<SweepJob>& jobs, const Runner& runner) {
  const auto operations = count_operations(jobs, runner);
  std::map<std::string, double> result;
  for (std::size_t i = 0; i < jobs.size(); ++i) result[jobs[i].name] = operations[i];
  return result;
}

std::unique_ptr<Crew> make_crew(const OpenSweep& sweep, const std::string& runs, Index at_once) {
  if (!sweep.ranks) return std::make_unique<LocalCrew>(sweep.runner, runs, at_once);
  return std::make_unique<MpiCrew>(*sweep.ranks, runs, std::chrono::seconds(sweep.options.lost_after));
}

void say_how_it_ended(const SweepResult& result, Events& events) {
  events.on_finding({"sweep", result.directory});
  events.on_finding({"runs", fmt::format("{} done, {} diverged, {} failed, {} left; {} trained now", result.done,
                                         result.diverged, result.failed, result.left, result.made)});
  events.on_finding({"store", result.store});
}

/// Trains what `source` asks for; before.pending is all that it may ask for.
void run_source(JobSource& source, const OpenSweep& sweep, const Progression& before, SweepScope scope,
                SweepResult& result) {
  scope.max_seconds = sweep.options.max_hours * 3600;
  const std::string runs = sweep.directory.runs();
  const Index at_once = choose_at_once(sweep.options.at_once, sweep.jobs);
  SweepReporter reporter(sweep.events, sweep.stop, scope, work_of(before.pending, sweep.runner));
  {
    Recorder recorder(sweep.store);
    const auto crew = make_crew(sweep, runs, at_once);
    static_cast<SweepTally&>(result) = run_jobs(source, *crew, recorder, runs, reporter);
  }
  reporter.rethrow();
  result.done += before.done;
  result.diverged += before.diverged;
  result.out_of_time = result.left > 0 && reporter.out_of_time();
  say_how_it_ended(result, sweep.events);
}

/// `diagrams`: where boundaries are asked for.
void run_all(const OpenSweep& sweep, AdaptiveSource* diagrams, SweepResult& result) {
  const Progression before = look_up(sweep.directory, sweep.jobs, sweep.store);
  JobList list(before.pending);
  run_source(list, sweep, before,
             {.runs = static_cast<Index>(sweep.jobs.size()), .cached = before.done + before.diverged}, result);
  if (diagrams) diagrams->observe_finished();
}

void mend_store(const SweepDirectory& directory, Events& events) {
  if (const std::string done = move_damaged_store_aside(directory); !done.empty())
    events.on_message({Message::Kind::warning, done});
}

/// Runs of another grid in the same directory stay there, and its results show them beside these.
void say_of_others(const SweepDirectory& directory, const std::vector<SweepJob>& jobs, Events& events) {
  std::set<std::string> own;
  for (const auto& job : jobs) own.insert(job.name);
  std::error_code none;
  Index others = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.runs(), none))
    others += entry.is_directory(none) && !own.contains(entry.path().filename().string()) ? 1 : 0;
  if (others > 0)
    events.on_message(
        {Message::Kind::note,
         fmt::format("{} already holds {} run{} of another grid or code version; results and report show them together",
                     directory.path, others, others == 1 ? "" : "s")});
}

void run_sweep(OpenSweep sweep, const Grid& grid, SweepResult& result) {
  const SweepOptions& options = sweep.options;
  auto diagrams = make_diagrams(options, grid, sweep.jobs, sweep.directory.runs());
  auto race = make_race(options, sweep.jobs, sweep.directory.runs());
  sweep.events.on_stage("training");
  if (sweep.options.part.empty() && !sweep.options.one_of_several)
    say_of_others(sweep.directory, sweep.jobs, sweep.events);
  sweep.directory.prepare(grid);
  std::optional<Store> store;
  if (!options.no_store) mend_store(sweep.directory, sweep.events);
  if (!options.no_store) store.emplace(sweep.directory.store());
  if (store) store->add_axes(grid.swept_keys());
  sweep.store = store ? &*store : nullptr;
  // Runs that are on the disk are asked for like others and answered from there.
  if (race) {
    run_source(*race, sweep, {.done = 0, .diverged = 0, .pending = sweep.jobs}, {.runs = race->grid_runs()}, result);
    report_race(*race, options, result, sweep.events);
    return;
  }
  if (options.adaptive)
    run_source(*diagrams, sweep, {.done = 0, .diverged = 0, .pending = sweep.jobs},
               {.runs = diagrams->budget_runs(), .share = options.budget}, result);
  else
    run_all(sweep, diagrams ? &*diagrams : nullptr, result);
  if (diagrams) report_boundaries(*diagrams, result, sweep.events);
}

void list_runs(const OpenSweep& sweep, SweepResult& result) {
  const auto pending = look_up(sweep.directory, sweep.jobs, nullptr).pending;
  result.cost = predict_cost(sweep.jobs, pending, sweep.runner, choose_at_once(sweep.options.at_once, sweep.jobs));
  if (sweep.options.adaptive) result.share = sweep.options.budget;
  if (const auto race = make_race(sweep.options, sweep.jobs, sweep.directory.runs()))
    result.first_round = race->first_round();
  std::map<std::string, double> seconds;
  for (std::size_t i = 0; i < pending.size(); ++i) seconds[pending[i].name] = result.cost->prediction.seconds[i];
  for (const auto& job : sweep.jobs) {
    const auto found = seconds.find(job.name);
    result.plan.push_back({job.name, describe_settings(job.settings),
                           found == seconds.end() ? std::nullopt : std::optional(found->second)});
  }
}

}  // namespace

SweepResult sweep_grid(const SweepOptions& options, const Grid& grid, const Runner& runner, Events& events,
                       const std::stop_token& stop, MpiSession* ranks) {
  require(options.max_hours >= 0, "--max-hours {}: expected a number above 0", options.max_hours);
  require(options.lost_after > 0, "--lost-after {}: expected a number above 0", options.lost_after);
  require_file_name("--name", options.name);
  check_phases(options);
  check_race(options);
  const SweepDirectory directory{options.out.empty() ? "sweeps/" + options.name : options.out};
  SweepResult result;
  result.directory = directory.path;
  result.store = directory.store();
  if (options.gather) {
    mend_store(directory, events);
    Store store(directory.store());
    store.add_axes(grid.swept_keys());
    std::vector<Fault> faults;
    result.gathered = results::gather(directory, store, faults);
    for (const auto& fault : faults)
      events.on_message({Message::Kind::warning, fault.message + "; the same sweep without --gather trains it again"});
    return result;
  }
  const auto jobs = plan_jobs(options, grid, runner);
  choose_at_once(options.at_once, jobs);  // refused before anything is written
  const OpenSweep sweep{options, runner, directory, jobs, events, stop, ranks};
  if (options.dry_run)
    list_runs(sweep, result);
  else
    run_sweep(sweep, grid, result);
  return result;
}

SweepResult sweep(const SweepOptions& options, Events& events, std::stop_token stop, MpiSession* ranks) {
  const Grid grid(options.configuration, options.assignments);
  if (std::string keys = describe_like(grid.base); !keys.empty())
    events.on_message({Message::Kind::note, std::move(keys)});
  return sweep_grid(options, grid, *make_runner(), events, stop, ranks);
}

}  // namespace sextant::lab
