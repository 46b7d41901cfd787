// The grid of a phase diagram: one or two numeric axes, and how many seeds each cell has when it is full. Places on it
// are measured in cells along each axis (0 is the first value), so it does not matter how the values are spaced.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::lab {

struct DiagramAxis {
  std::string key;             // model.depth
  std::vector<double> values;  // ascending

  Index size() const { return static_cast<Index>(values.size()); }
  /// The value at a place between two cells: on the straight line between their values, or on the geometric one
  /// where the ratios of the values are more even than their differences.
  double value_at(double place) const;
};

struct DiagramShape {
  std::vector<DiagramAxis> axes;  // one or two
  Index seeds = 1;

  /// Refuses shapes that cannot be.
  void check() const;
  Index cells() const;
  Index full_runs() const { return cells() * seeds; }
  /// The place of a cell along each axis; the last axis runs fastest.
  std::vector<Index> place_of(Index cell) const;
  Index cell_at(const std::vector<Index>& place) const;
  /// All cells as points of the unit square: (cells, axes).
  Table points() const;
  /// A line of cells, finely cut: everything along `axis` at place `across` of the other axis. (points, axes)
  Table line_points(Index axis, Index across, Index cuts_per_cell) const;
  /// How many lines run along `axis`.
  Index lines(Index axis) const;
};

}  // namespace sextant::lab
