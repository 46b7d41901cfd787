// A sweep as a Slurm job array: into how many tasks its runs are packed, and the scripts for sbatch. Pure functions;
// cli/slurm_submission.h runs them.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::lab {

struct SlurmArray {
  std::string name;                  // of the job, as squeue shows it
  std::string program;               // this and the next three absolute, on a file system that all nodes see
  std::string sweep;                 // the directory of the sweep
  std::string place;                 // of this submission: request.toml, the scripts, the logs
  std::string folder;                // where tasks run: relative paths of the configuration start there
  std::vector<std::string> options;  // for sbatch, such as --partition=long; they win over those below
  Index tasks = 1;
};

/// Where Slurm does not say otherwise: its limit is 1001 as it comes (MaxArraySize), and the first task is number 1.
constexpr Index usual_most_tasks = 1000;

/// The number of tasks that an array may have, from what `scontrol show config` prints.
Index read_most_tasks(const std::string& configuration);

/// As many tasks as last about `seconds_per_task` each, if the runs last `seconds`; a run is never divided. Where that
/// is more than `most`, tasks last longer.
Index count_tasks(const std::vector<double>& seconds, double seconds_per_task, Index most = usual_most_tasks);
/// The same with a number of runs for each task; where that makes more than `most` tasks, each has more runs.
Index count_tasks(Index runs, Index runs_per_task, Index most = usual_most_tasks);

/// Each task makes its part of the runs and leaves the store alone: a task that is requeued, or submitted again, goes
/// on where it was.
std::string write_array_script(const SlurmArray& array);
/// Writes the finished runs into the store. To be submitted with a dependency on the array.
std::string write_gather_script(const SlurmArray& array);

/// One word for a shell.
std::string quote_word(const std::string& word);

}  // namespace sextant::lab
