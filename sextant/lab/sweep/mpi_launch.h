// Whether mpirun or srun has started this process as one of several; MPI itself is not asked.
#pragma once

#include "sextant/core/index.h"

namespace sextant::lab {

/// How many processes the launcher says it has started; 1 where this one was started by hand.
Index launched_processes();
/// This one among them.
Index launched_rank();
/// An Error where srun has started them without MPI.
void require_launcher();

}  // namespace sextant::lab
