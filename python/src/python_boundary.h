// The adaptive phase diagram, for whoever trains by himself: ask for runs, tell what came out.
#pragma once

#include <nanobind/nanobind.h>

namespace sextant::python {

void add_boundary(nanobind::module_& module);

}  // namespace sextant::python
