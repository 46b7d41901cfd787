// One activation of one token of every sample, by the name of its tap.
#pragma once

#include <string>
#include <vector>

#include "sextant/nn/model.h"

namespace sextant::analysis {

/// (samples, width): what the tap `name` says of token `tokens[i]` of sample i. An Error where no such tap is told.
Table activation_rows(Model& model, const Batch& batch, const std::string& name, const std::vector<Index>& tokens);

}  // namespace sextant::analysis
