// Slurm's own commands: sbatch to submit, squeue to see what is left.
#pragma once

#include "sextant/core/events.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::lab {

struct SlurmJobs {
  std::string array;
  std::string gather;
};

/// An Error where there is no sbatch.
void require_slurm();

/// How many tasks an array may have here; the usual number where Slurm does not say.
Index most_tasks();

/// Whether one of the jobs waits or runs. Where Slurm does not answer, they may well be there.
bool is_in_the_queue(const SlurmJobs& jobs);

/// The id of the job; `dependency` may be empty. BrokenRun where sbatch does not take it.
std::string submit_script(const std::string& path, const std::string& dependency);

/// Waits until both jobs have left the queue, and tells how many runs are there. Returns how many are not. Stopped, it
/// leaves the jobs alone.
Index wait_for_slurm(const SlurmJobs& submitted, const SweepDirectory& directory, const std::vector<SweepJob>& jobs,
                     Events& events, const std::stop_token& stop);

}  // namespace sextant::lab
