// What a rank that trains tells rank 0, as letters.
#pragma once

#include "sextant/lab/sweep/crew.h"

namespace sextant::lab {

Tree write_event(const CrewEvent& event);
CrewEvent read_event(const Tree& letter, Index slot);

}  // namespace sextant::lab
