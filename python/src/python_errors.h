// The exceptions of the library as Python's: RequestError, a ValueError, where the request was wrong; Error, a
// RuntimeError, and its kinds where something broke on its way.
#pragma once

#include <nanobind/nanobind.h>

namespace sextant::python {

void add_errors(nanobind::module_& module);

}  // namespace sextant::python
