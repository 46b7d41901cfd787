// `sextant sweep`: a grid of runs in one directory. Knows no number type: the runner brings it.
#pragma once

#include <string>
#include <vector>

#include "sextant/cli/sweep_slurm.h"
#include "sextant/lab/sweep/mpi_session.h"
#include "sextant/lab/sweep/runner.h"
#include "sextant/results/grid.h"

namespace sextant::cli {

/// What every command that trains many runs is asked.
struct TrainingRequest {
  std::string out;       // empty: a directory named after what is asked
  Index at_once = 0;     // 0: one run per processor
  double max_hours = 0;  // 0: no limit
  bool dry_run = false;
  bool quiet = false;
};

struct SweepRequest : TrainingRequest {
  std::string name;  // of the job
  std::string part;  // "K/N": every N-th run, starting with the K-th
  bool shuffle = false;
  bool no_store = false;
  bool gather = false;
  Index lost_after = 60;  // seconds that a rank of an MPI job may be silent
  SlurmRequest slurm;
  bool adaptive = false;            // only the runs that tell where phases meet
  std::string level;                // KEY=VALUE: two phases, above and below
  std::vector<std::string> phases;  // NAME: CONDITION [and CONDITION]
  double budget = 1.0 / 3;          // of the full grid's runs, when adaptive
};

/// `ranks`: who trains, where the program was started under MPI.
int sweep_command(const SweepRequest& request, const Grid& grid, const Runner& runner, MpiSession* ranks);

}  // namespace sextant::cli
