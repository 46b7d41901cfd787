// An encoding as points or as distances: what stress is computed from. Precision-free.
#pragma once

#include "sextant/core/table.h"

namespace sextant::positions {

struct Geometry {
  enum class Kind { vectors, distances };
  Kind kind = Kind::vectors;
  Table table;       // vectors (n, width) or distances (n, n)
  std::string rule;  // how it was made, printed beside every number: "rows of the table", "orbit R_t 1", ...
};

}  // namespace sextant::positions
