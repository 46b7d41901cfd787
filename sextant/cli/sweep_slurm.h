// `sextant sweep --slurm`: the sweep as a job array, submitted with sbatch, and waited for where that is asked.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/sweep/runner.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::cli {

struct SlurmRequest {
  bool asked = false;
  std::vector<std::string> options;  // for sbatch
  Index pack = 0;                    // runs per task; 0: as many as last about task_minutes
  double task_minutes = 30;
  bool wait = false;
};

struct SlurmSweep {
  std::string name;  // of the job
  const Grid& grid;
  const SweepDirectory& directory;
  const std::vector<SweepJob>& jobs;
  const Runner& runner;
};

/// Prints the scripts.
int list_slurm_scripts(const SlurmRequest& request, const SlurmSweep& sweep);
int submit_to_slurm(const SlurmRequest& request, const SlurmSweep& sweep);

}  // namespace sextant::cli
