// One frame of how positions form. Apart from the contract of analyses, because runs write frames and must not be told
// by how they are looked at.
#pragma once

#include <vector>

#include "sextant/core/table.h"

namespace sextant::analysis {

/// The positions at a step of training: vectors or distances of each trained encoding, as its geometry gives them.
struct PositionFrame {
  Index step = 0;
  std::vector<Table> tables;
};

}  // namespace sextant::analysis
