// Eigenvalues and eigenvectors of symmetric matrices.
#pragma once

#include <span>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/table.h"

namespace sextant::math {

struct EigenPairs {
  std::vector<double> values;  // ascending
  Table vectors;               // (n, n): column k belongs to values[k] and has length 1
};

/// Signs are canonical: the entry of largest magnitude of each eigenvector is positive; where several are equally
/// large up to rounding, the first of them decides.
EigenPairs solve_symmetric(const Table& matrix);

// All eigenpairs of a symmetric matrix: Eigen for small ones; from 512 rows on LAPACK's dsyevd where OpenBLAS is
// installed (ADR 0022).

/// `matrix` holds n x n numbers and becomes the eigenvectors, one after the other; `values` (n) ascend. False where it
/// does not converge.
bool solve_in_place(std::span<double> matrix, std::span<double> values);

}  // namespace sextant::math
