// What the ranks beside rank 0 do: train what they are given, and give signs of life meanwhile.
#pragma once

#include <stop_token>

#include "sextant/lab/sweep/mpi_session.h"
#include "sextant/lab/sweep/runner.h"

namespace sextant::lab {

/// Returns when rank 0 dismisses this one. `stop`: this process was told to end; it leaves its job to another. An Error
/// where rank 0 has been silent for ten times `lost_after`.
void work_for_rank_0(MpiSession& session, const Runner& runner, std::chrono::seconds lost_after,
                     const std::stop_token& stop);

}  // namespace sextant::lab
