// Models that Python looks into: outputs, activations, weights and positions as arrays.
#pragma once

#include <nanobind/nanobind.h>

namespace sextant::python {

void add_model(nanobind::module_& module);

}  // namespace sextant::python
