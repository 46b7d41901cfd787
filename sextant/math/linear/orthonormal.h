// Orthonormal columns, and products of tables: the one place that instantiates them.
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

/// An orthonormal basis of the span of the columns of `matrix` (m, n), m >= n: the Q (m, n) of its QR decomposition.
Table orthonormal_columns(const Table& matrix);

/// left (m, k) right (k, n) -> (m, n)
Table multiply(const Table& left, const Table& right);

}  // namespace sextant::math
