// Each submission has a folder of its own, DIR/slurm/N, with its request: a later one must not change what tasks that
// still wait will do.
#include "sextant/lab/sweep/slurm_sweep.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep/slurm.h"
#include "sextant/lab/sweep/sweep_phases.h"
#include "sextant/lab/sweep_runner.h"

namespace sextant::lab {
namespace {

std::string next_place(const std::string& folder) {
  for (Index number = 1;; ++number) {
    const std::string place = fmt::format("{}/{}", folder, number);
    if (!file_exists(place)) return place;
  }
}

constexpr const char* jobs_file = "/jobs.json";

void write_jobs(const std::string& place, const SlurmJobs& jobs) {
  write_file_atomically(place + jobs_file, Tree{{"array", jobs.array}, {"gather", jobs.gather}}.dump(2) + "\n");
}

std::string read_if_there(const std::string& path) { return file_exists(path) ? read_file(path) : ""; }

/// The jobs of an earlier submission of the same runs that are still in the queue; none: their array is empty.
SlurmJobs find_submitted(const SweepDirectory& directory, const std::string& request) {
  for (Index number = 1;; ++number) {
    const std::string place = fmt::format("{}/slurm/{}", directory.path, number);
    if (!file_exists(place)) return {};
    if (read_if_there(place + "/request.toml") != request) continue;
    const Tree written = parse_json_or_null(read_if_there(place + jobs_file));
    if (!written.is_object()) continue;  // sbatch has not taken it
    const SlurmJobs jobs{written.value("array", ""), written.value("gather", "")};
    if (!jobs.array.empty() && is_in_the_queue(jobs)) return jobs;
  }
}

/// Whether the same runs are on their way already; the same command given twice must not train them twice.
bool attach(SlurmResult& result, const SweepDirectory& directory, const Grid& grid, Events& events) {
  result.jobs = find_submitted(directory, write_toml(grid.write()));
  if (result.jobs.array.empty()) return false;
  events.on_finding(
      {"array", fmt::format("already submitted as job {}; nothing is submitted (--slurm-again submits once more)",
                            result.jobs.array)});
  return true;
}

SlurmArray plan_array(const SweepOptions& sweep, const SlurmOptions& options, const SweepDirectory& directory,
                      const std::vector<SweepJob>& pending, const Runner& runner) {
  const auto runs = static_cast<Index>(pending.size());
  SlurmArray array;
  array.name = sweep.name;
  array.program = options.program.empty() ? std::filesystem::read_symlink("/proc/self/exe").string() : options.program;
  array.sweep = std::filesystem::absolute(directory.path).string();
  array.place = next_place(array.sweep + "/slurm");
  array.folder = std::filesystem::current_path().string();
  array.options = options.options;
  array.tasks = options.pack != 0
                    ? count_tasks(runs, options.pack, most_tasks())
                    : count_tasks(predict(pending, runner).seconds, options.task_minutes * 60, most_tasks());
  return array;
}

SlurmJobs submit(const SlurmResult& scripts, const SweepDirectory& directory, const Grid& grid) {
  directory.prepare(grid);
  make_directory(scripts.place);
  write_file_atomically(scripts.place + "/request.toml", write_toml(grid.write()));
  write_file_atomically(scripts.place + "/array.sh", scripts.array_script);
  write_file_atomically(scripts.place + "/gather.sh", scripts.gather_script);
  SlurmJobs jobs;
  jobs.array = submit_script(scripts.place + "/array.sh", "");
  write_jobs(scripts.place, jobs);  // before anything else can go wrong: a second submission must find it
  jobs.gather = submit_script(scripts.place + "/gather.sh", "afterany:" + jobs.array);
  write_jobs(scripts.place, jobs);
  return jobs;
}

void plan_scripts(const SlurmArray& array, SlurmResult& result) {
  result.tasks = array.tasks;
  result.place = array.place;
  result.array_script = write_array_script(array);
  result.gather_script = write_gather_script(array);
}

void tell(const SlurmResult& result, Events& events) {
  events.on_finding(
      {"array", fmt::format("job {} with {} runs in {} tasks", result.jobs.array, result.pending, result.tasks)});
  events.on_finding({"gather", fmt::format("job {} after the last task", result.jobs.gather)});
  events.on_finding({"logs", result.place});
  events.on_finding({"watch", fmt::format("squeue -j {},{}", result.jobs.array, result.jobs.gather)});
}

}  // namespace

void SlurmOptions::visit(OptionVisitor& option) {
  option("options", options, "for sbatch, as in --partition=long");
  option("pack", pack, "runs per task; 0: as many as last about task_minutes");
  option("task_minutes", task_minutes, "pack runs into array tasks of about this duration");
  option("wait", wait, "wait for the jobs and show progress");
  option("again", again, "submit even where the same runs are in the queue already");
  option("program", program, "the program that the tasks start; empty: this one");
}

SlurmResult submit_to_slurm(const SweepOptions& sweep, const SlurmOptions& options, Events& events,
                            std::stop_token stop) {
  require(sweep.max_hours >= 0, "--max-hours {}: expected a number above 0", sweep.max_hours);
  require_file_name("--name", sweep.name);
  check_phases(sweep);
  const Grid grid(sweep.configuration, sweep.assignments);
  const auto runner = make_runner();
  const SweepDirectory directory{sweep.out.empty() ? "sweeps/" + sweep.name : sweep.out};
  const auto jobs = plan_jobs(sweep, grid, *runner);
  require(!sweep.adaptive,
          "--adaptive depends on the results so far, but a Slurm array is fixed when it is submitted; drop one of "
          "--adaptive and --slurm, or use mpirun");
  if (!sweep.dry_run) require_slurm();
  const auto pending = look_up(directory, jobs, nullptr).pending;
  SlurmResult result;
  result.runs = static_cast<Index>(jobs.size());
  result.pending = static_cast<Index>(pending.size());
  if (pending.empty() && !sweep.dry_run) return result;
  if (!sweep.dry_run && !options.again) result.attached = attach(result, directory, grid, events);
  if (!result.attached) {
    plan_scripts(plan_array(sweep, options, directory, pending, *runner), result);
    if (sweep.dry_run) return result;
    result.jobs = submit(result, directory, grid);
    tell(result, events);
  }
  if (!options.wait) return result;
  result.missing = wait_for_slurm(result.jobs, directory, jobs, events, stop);
  result.stopped = stop.stop_requested();
  return result;
}

}  // namespace sextant::lab
