// The arithmetic of one training step, counted on paper: what the matrix products of a plain implementation do. A
// multiplication and an addition are two operations; backward costs twice forward.
#pragma once

#include "sextant/nn/dimensions.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

double count_step_operations(const ModelOptions& options, const TaskShape& shape, Index batch);

}  // namespace sextant::nn::inline SEXTANT_PRECISION
