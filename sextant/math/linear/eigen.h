// Eigenvalues and eigenvectors of symmetric matrices.
#pragma once

#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

struct EigenPairs {
  std::vector<double> values;  // ascending
  Table vectors;               // (n, n): column k belongs to values[k] and has length 1
};

/// Signs are canonical: the entry of largest magnitude of each eigenvector is positive; where several are equally
/// large up to rounding, the first of them decides.
EigenPairs solve_symmetric(const Table& matrix);

}  // namespace sextant::math
