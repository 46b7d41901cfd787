// Correlations of two variables given all others, r_ij = -P_ij / sqrt(P_ii P_jj) with the precision P = (S + ridge
// I)^-1: the ridge shrinks them where rows are few.
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

/// (n, n) with ones on the diagonal; a variable without variance has zeros beside it.
Table correlations_of_covariance(const Table& covariance);

/// The same given all others. An Error where S + ridge I is not positive definite.
Table partial_correlations(const Table& covariance, double ridge);

}  // namespace sextant::math
