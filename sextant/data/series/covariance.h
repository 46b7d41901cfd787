// How variables vary together.
#pragma once

#include "sextant/core/table.h"

namespace sextant::data {

/// (variables, variables) mean of x_i x_j over rows [first, first + count) of `rows`, whose columns have the mean zero.
Table second_moments(const Table& rows, Index first, Index count);

}  // namespace sextant::data
