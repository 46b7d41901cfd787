// The band of a boundary, and the boundary in words.
#pragma once

#include <vector>

#include "sextant/lab/sweep/label_model.h"

namespace sextant::lab {

// Where a label's majority begins and ends along a line of a phase diagram, and how sure that is. A place lies in the
// band while the posterior probability of "the label has the majority here" is neither below 2.5 % nor above 97.5 %.
// Where that probability rises or falls once along the line, the band is the 95 % interval of the crossing.

/// All places in cells along the line.
struct Band {
  double lower = 0;
  double upper = 0;
  bool lower_open = false;  // it reaches the edge of the grid, and perhaps beyond
  bool upper_open = false;
  std::vector<double> crossings;  // where the probability is 1/2: none, one, or more where bands have merged

  double width() const { return upper - lower; }
  bool covers(double place) const { return lower <= place && place <= upper; }
};

/// The bands of a line given by the probability at its places 0, step, 2 step, ..., straight between them.
std::vector<Band> find_bands(const std::vector<double>& probability, double step, double confidence);

/// Labels alone cannot tell where between two cells a sharp boundary runs: where P(label) leaps from below 10 % in one
/// cell to above 90 % in the next, the band is widened to the middle 95 % of the gap between them.
/// P(label) is given per cell.
void widen_to_gaps(std::vector<Band>& bands, const std::vector<double>& label_probability, double confidence);

/// The bands along `axis`, for each place of the other axis in turn.
std::vector<std::vector<Band>> find_bands(const LabelModel& model, const DiagramShape& shape, Index axis,
                                          double confidence);

}  // namespace sextant::lab
