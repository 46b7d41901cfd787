// How well a table of position vectors knows that its tokens stand in a grid, row by row.
#pragma once

#include "sextant/core/table.h"

namespace sextant::stress {

/// Means over pairs of different tokens, of cosines around the mean vector.
struct GridStructure {
  double same_row = 0, same_column = 0, neither = 0;
  double neighbours = 0;             // next to each other in a row or a column
  double row_r2 = 0, column_r2 = 0;  // of a linear reading from the 8 widest directions, each token left out once
};

/// `table` is (rows*columns, width).
GridStructure measure_grid(const Table& table, Index rows, Index columns);

}  // namespace sextant::stress
