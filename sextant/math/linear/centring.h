// Around the centre.
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

/// The same rows with the mean row taken off.
Table centre_columns(Table table);

/// A symmetric table J X J, J = I - 1 1^T / n: means of rows and columns taken off.
Table centre_symmetric(Table table);

}  // namespace sextant::math
