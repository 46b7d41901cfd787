// What `sextant inspect` says and draws of one table of positions, whether it lies in a file or was measured.
#pragma once

#include "sextant/analysis/findings.h"

namespace sextant::lab {

struct TableSubject {
  std::string name;                       // shown
  std::string panel;                      // in the names of panels
  Table table;                            // (positions, width)
  Index grid_rows = 0, grid_columns = 0;  // 0: no grid
  Index order = 0;                        // of its panels
  bool tiles = false;                     // of a grid: the similarities of each position as a map of their own
};

Findings measure_table(const TableSubject& subject);

}  // namespace sextant::lab
