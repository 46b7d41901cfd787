// Orthonormal bases and singular values.
#pragma once

#include <span>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

// Orthonormal columns, and products of tables: the one place that instantiates them.

/// An orthonormal basis of the span of the columns of `matrix` (m, n), m >= n: the Q (m, n) of its QR decomposition.
Table orthonormal_columns(const Table& matrix);

/// left (m, k) right (k, n) -> (m, n)
Table multiply(const Table& left, const Table& right);

// Singular values and the ranks that they speak of.

/// In descending order.
std::vector<double> singular_values(const Table& matrix);

/// exp of the entropy of s_i / sum s (Roy & Vetterli 2007): the number of directions in use. 0 where all are zero.
double effective_rank(std::span<const double> singular_values);

/// sum (s_i / s_max)^2: never more than the rank, and unmoved by small values. 0 where all are zero.
double stable_rank(std::span<const double> singular_values);

}  // namespace sextant::math
