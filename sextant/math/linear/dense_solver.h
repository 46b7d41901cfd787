// All eigenpairs of a symmetric matrix: Eigen for small ones; from 512 rows on LAPACK's dsyevd where OpenBLAS is
// installed (ADR 0022).
#pragma once

#include <span>

#include "sextant/core/index.h"

namespace sextant::math {

/// `matrix` holds n x n numbers and becomes the eigenvectors, one after the other; `values` (n) ascend. False where it
/// does not converge.
bool solve_in_place(std::span<double> matrix, std::span<double> values);

}  // namespace sextant::math
