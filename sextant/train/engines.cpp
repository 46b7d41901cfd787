// The two engines. They are compiled apart (train/own_engine.cpp), so this file names both namespaces.
#include "sextant/core/error.h"
#include "sextant/train/engine.h"

namespace sextant::train {

namespace f32 {
const Engine& own_engine();
}
namespace f64 {
const Engine& own_engine();
}

const Engine& engine(std::string_view precision) {
  require(precision == "float" || precision == "double", "precision: expected float or double, not '{}'", precision);
  return precision == "float" ? f32::own_engine() : f64::own_engine();
}

}  // namespace sextant::train
