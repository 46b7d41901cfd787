// Each submission has a folder of its own, DIR/slurm/N, with its request: a later one must not change what tasks that
// still wait will do.
#include "sextant/cli/sweep_slurm.h"

#include <cstdio>
#include <filesystem>

#include "sextant/cli/commands.h"
#include "sextant/cli/slurm_queue.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/lab/sweep/prediction.h"
#include "sextant/lab/sweep/slurm.h"

namespace sextant::cli {
namespace {

std::string next_place(const std::string& folder) {
  for (Index number = 1;; ++number) {
    const std::string place = fmt::format("{}/{}", folder, number);
    if (!file_exists(place)) return place;
  }
}

SlurmArray plan_array(const SlurmRequest& request, const SlurmSweep& sweep, const std::vector<SweepJob>& pending) {
  const auto runs = static_cast<Index>(pending.size());
  SlurmArray array;
  array.name = sweep.name;
  array.program = std::filesystem::read_symlink("/proc/self/exe").string();
  array.sweep = std::filesystem::absolute(sweep.directory.path).string();
  array.place = next_place(array.sweep + "/slurm");
  array.folder = std::filesystem::current_path().string();
  array.options = request.options;
  array.tasks = request.pack != 0 ? count_tasks(runs, request.pack)
                                  : count_tasks(predict(pending, sweep.runner).seconds, request.task_minutes * 60);
  return array;
}

}  // namespace

int list_slurm_scripts(const SlurmRequest& request, const SlurmSweep& sweep) {
  const auto pending = look_up(sweep.directory, sweep.jobs, nullptr).pending;
  const SlurmArray array = plan_array(request, sweep, pending);
  fmt::print("# {0}/array.sh: {2} runs in {3} tasks\n{1}", array.place, write_array_script(array), pending.size(),
             array.tasks);
  fmt::print("# {}/gather.sh, after the last task\n{}", array.place, write_gather_script(array));
  return 0;
}

int submit_to_slurm(const SlurmRequest& request, const SlurmSweep& sweep) {
  require_slurm();
  const auto before = look_up(sweep.directory, sweep.jobs, nullptr);
  if (before.pending.empty()) {
    fmt::print("all {} runs are complete; nothing to submit\n", sweep.jobs.size());
    return 0;
  }
  const SlurmArray array = plan_array(request, sweep, before.pending);
  const std::string array_script = write_array_script(array), gather_script = write_gather_script(array);
  sweep.directory.prepare(sweep.grid);
  make_directory(array.place);
  write_file_atomically(array.place + "/request.toml", write_toml(sweep.grid.write()));
  write_file_atomically(array.place + "/array.sh", array_script);
  write_file_atomically(array.place + "/gather.sh", gather_script);

  SlurmJobs jobs;
  jobs.array = submit_script(array.place + "/array.sh", "");
  jobs.gather = submit_script(array.place + "/gather.sh", "afterany:" + jobs.array);
  fmt::print("array   job {} with {} runs in {} tasks\ngather  job {} after the last task\n", jobs.array,
             before.pending.size(), array.tasks, jobs.gather);
  fmt::print("logs    {}\nwatch   squeue -j {},{}\n", array.place, jobs.array, jobs.gather);
  std::fflush(stdout);
  if (!request.wait) return 0;
  return wait_for_slurm(jobs, sweep.directory, sweep.jobs);
}

}  // namespace sextant::cli
