#include <algorithm>

#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {

#define SEXTANT_ARCHITECTURE(name, sentence) const Architecture& architecture_##name();
#include "sextant/lab/foreign/architectures/architectures.def"
#undef SEXTANT_ARCHITECTURE

namespace {

const std::vector<const Architecture*>& all_architectures() {
  static const std::vector<const Architecture*> all = {
#define SEXTANT_ARCHITECTURE(name, sentence) &architecture_##name(),
#include "sextant/lab/foreign/architectures/architectures.def"
#undef SEXTANT_ARCHITECTURE
  };
  return all;
}

}  // namespace

const Architecture* find_architecture(const std::string& model_type) {
  for (const Architecture* one : all_architectures())
    if (std::ranges::find(one->model_types, model_type) != one->model_types.end()) return one;
  return nullptr;
}

std::vector<std::string> known_model_types() {
  std::vector<std::string> types;
  for (const Architecture* one : all_architectures())
    types.insert(types.end(), one->model_types.begin(), one->model_types.end());
  return types;
}

}  // namespace sextant::lab
