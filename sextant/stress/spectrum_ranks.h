// How many dimensions a spectrum of variances uses, in the ways people count them.
#pragma once

#include <span>

#include "sextant/core/index.h"

namespace sextant::stress {

struct SpectrumRanks {
  Index numerical = 0;       // eigenvalues above 1e-12 of the largest
  double participation = 0;  // (sum l)^2 / sum l^2
  double entropy = 0;        // exp of the entropy of l / sum l
  Index r90 = 0;             // the fewest that hold 90 % of the sum
  Index r95 = 0;
  Index r99 = 0;
};

/// Of eigenvalues in descending order; negative ones count as zero.
SpectrumRanks ranks_of_spectrum(std::span<const double> eigenvalues);

}  // namespace sextant::stress
