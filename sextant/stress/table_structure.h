// What a table of position vectors looks like by itself: norms, spectrum, likeness of neighbours, and what its widest
// directions do along the positions.
#pragma once

#include <vector>

#include "sextant/core/table.h"
#include "sextant/stress/rank_curve.h"

namespace sextant::stress {

/// A principal direction as a function of the position t = 0, 1, ...
struct TableDirection {
  double share = 0;     // of the variance around the mean row
  double linear = 0;    // R^2 of a straight line in t
  double period = 0;    // of its strongest Fourier component, in positions
  double periodic = 0;  // R^2 of that component
};

struct TableStructure {
  double smallest_norm = 0, mean_norm = 0, largest_norm = 0;  // of rows
  double mean_share = 0;                                      // |mean row|^2 / mean |row|^2
  std::vector<double> eigenvalues;  // of the Gram matrix around the mean row, descending: squared singular values
  SpectrumRanks ranks;
  Table cosines;                           // of all pairs, around the mean row
  double neighbour_cosine = 0;             // mean over neighbours
  double toeplitz = 0;                     // R^2 of the cosines by the lag |s - t| alone: 1 = the same at every place
  std::vector<TableDirection> directions;  // the widest first, at most 8
  Table plane;                             // (rows, 2) first two principal components
};

/// Of (positions, width), 3 or more rows.
TableStructure measure_structure(const Table& table);

/// The rows minus their mean.
Table around_mean(const Table& table);

}  // namespace sextant::stress
