// A rank that works for a sweep, and what it tells the first one.
#pragma once

#include <stop_token>

#include "sextant/lab/sweep/crew.h"
#include "sextant/lab/sweep/mailbox.h"

namespace sextant::lab {

// What a rank that trains tells rank 0, as letters.

Tree write_event(const CrewEvent& event);
CrewEvent read_event(const Tree& letter, Index slot);

// What the ranks beside rank 0 do: train what they are given, and give signs of life meanwhile.

/// Returns when rank 0 dismisses this one. `stop`: this process was told to end; it leaves its job to another. An Error
/// where rank 0 has been silent for ten times `lost_after`.
void work_for_rank_0(Mailbox& mailbox, const Runner& runner, std::chrono::seconds lost_after,
                     const std::stop_token& stop);

}  // namespace sextant::lab
