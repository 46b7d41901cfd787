// A few eigenpairs of a symmetric matrix that is known only by its products (implicitly restarted Lanczos, through
// Spectra): nobody needs (n, n) numbers.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

/// result = matrix vector, both (n).
using MatrixProduct = std::function<void(std::span<const double> vector, std::span<double> result)>;

struct LeadingPairs {
  std::vector<double> values;  // descending
  Table vectors;               // (n, count): column k belongs to values[k] and has length 1
};

/// The `count` largest eigenvalues, 1 <= count < n, with eigenvectors of canonical sign (eigen.h). The start vector is
/// fixed: the same matrix, the same bytes.
LeadingPairs largest_eigenpairs(Index n, const MatrixProduct& product, Index count);

double smallest_eigenvalue(Index n, const MatrixProduct& product);

}  // namespace sextant::math
