// Slurm's own commands: sbatch to submit, squeue to see what is left.
#pragma once

#include "sextant/results/sweep_directory.h"

namespace sextant::cli {

struct SlurmJobs {
  std::string array;
  std::string gather;
};

/// An Error where there is no sbatch.
void require_slurm();

/// The id of the job; `dependency` may be empty.
std::string submit_script(const std::string& path, const std::string& dependency);

/// Waits until both jobs have left the queue, and says on stderr how many runs are there. Exit code 1 where some are
/// not. Interrupted, it leaves the jobs alone.
int wait_for_slurm(const SlurmJobs& submitted, const SweepDirectory& directory, const std::vector<SweepJob>& jobs);

}  // namespace sextant::cli
