#include "sextant/nn/model.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::nn {

TensorFacts Model::find(std::string_view name) const {
  std::vector<std::string> names;
  for (const auto& tensor : tensors()) {
    if (tensor.name == name) return tensor;
    names.push_back(tensor.name);
  }
  fail("parameters: no '{}'{}", name, nearest_name_hint(name, names));
}

Table Model::read(const TensorFacts& tensor) const {
  const std::vector<double> weights = read_weights();
  Table values(tensor.rows, tensor.columns);
  std::copy_n(weights.begin() + tensor.offset, tensor.size(), values.values.begin());
  return values;
}

}  // namespace sextant::nn
