// weights_at_start.json: how the entries of every weight and embedding are spread before step 0. The checkpoint tells
// the same of the end.
#pragma once

#include "sextant/core/tree.h"
#include "sextant/nn/model.h"

namespace sextant::lab {

/// {"tensors": [{"name", "low", "high", "counts"}]}; a tensor without spread is left out.
Tree describe_weights_at_start(const Model& model);

}  // namespace sextant::lab
