// Where other models keep their table of positions.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::lab {

struct TensorPlace {
  std::string name;
  std::vector<Index> shape;
};

/// `model` is plain, bert, gpt2 or vit, with the names of Hugging Face's state dictionaries.
TensorPlace tensor_place(const std::string& model, const std::string& prefix, Index positions, Index width);

}  // namespace sextant::lab
