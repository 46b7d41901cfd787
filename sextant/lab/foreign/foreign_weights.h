// Tensors of a foreign file in the shapes of our parameters.
#pragma once

#include "sextant/lab/foreign/dialect.h"

namespace sextant::lab {

/// The numbers that a rule gives, for block `block`; empty where the tensor is not there and need not be.
std::vector<double> read_weight(const TensorFile& file, const std::string& prefix, const Rule& rule, Index block);

}  // namespace sextant::lab
