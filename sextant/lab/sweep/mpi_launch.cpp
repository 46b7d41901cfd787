// What launchers leave in the environment: Open MPI's mpirun, those that speak PMI, and srun.
#include "sextant/lab/sweep/mpi_launch.h"

#include <algorithm>
#include <cstdlib>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

constexpr auto size_names = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
constexpr auto rank_names = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};

/// The largest of the variables that are set to a number; else `otherwise`.
Index number_of(std::initializer_list<const char*> names, Index otherwise) {
  Index largest = otherwise;
  for (const char* name : names)
    if (const char* text = std::getenv(name)) largest = std::max<Index>(largest, std::atoll(text));
  return largest;
}

}  // namespace

Index launched_processes() { return number_of(size_names, 1); }

Index launched_rank() {
  if (launched_processes() == 1) return 0;
  return std::max(number_of(rank_names, 0), number_of({"SLURM_PROCID"}, 0));
}

void require_launcher() {
  require(std::ranges::any_of(rank_names, [](const char* name) { return std::getenv(name) != nullptr; }),
          "sweep: srun started {} processes without a common MPI communicator; use srun --mpi=pmix, or "
          "start a single process",
          launched_processes());
}

}  // namespace sextant::lab
