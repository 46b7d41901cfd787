// Tensors of a foreign file in the shapes of our parameters.
#pragma once

#include "sextant/lab/foreign/dialect.h"

namespace sextant::lab {

/// The tensors that a rule reads, which may not be there.
std::vector<std::string> tensors_of(const TensorFile& file, const std::string& prefix, const Rule& rule, Index block);

/// The numbers that a rule gives, for block `block`; empty where the tensor is not there and need not be.
std::vector<double> read_weight(const TensorFile& file, const std::string& prefix, const Rule& rule, Index block);

}  // namespace sextant::lab
