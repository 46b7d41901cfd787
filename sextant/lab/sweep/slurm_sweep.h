// A sweep as a Slurm job array: submitted with sbatch, and waited for where that is asked.
#pragma once

#include "sextant/lab/sweep/slurm_queue.h"
#include "sextant/lab/sweep/sweep.h"

namespace sextant::lab {

struct SlurmOptions : Options {
  std::vector<std::string> options = {};
  Index pack = 0;
  double task_minutes = 30;
  bool wait = false;
  bool again = false;
  std::string program = {};

  void visit(OptionVisitor& option) override;
};

struct SlurmResult {
  Index runs = 0;     // of the grid
  Index pending = 0;  // of these, not finished before: what is submitted
  Index tasks = 0;
  bool attached = false;   // to jobs of an earlier submission: nothing was submitted
  std::string place = {};  // of this submission: request.toml, the scripts, the logs
  std::string array_script = {}, gather_script = {};
  SlurmJobs jobs = {};   // empty where nothing was submitted
  Index missing = 0;     // with `wait`: runs that are not there although no task is left
  bool stopped = false;  // with `wait`: the jobs go on
};

/// With sweep.dry_run the scripts alone. Events: the finding "array" once the jobs are submitted, then progress.
SlurmResult submit_to_slurm(const SweepOptions& sweep, const SlurmOptions& options, Events& events,
                            std::stop_token stop = {});

}  // namespace sextant::lab
