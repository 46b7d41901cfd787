// Options to and from Python by their `visit`, the one place that names them: what Python's keywords, docstrings and
// refusals are made of.
#pragma once

#include <nanobind/nanobind.h>

#include "sextant/core/options.h"

namespace sextant::python {

namespace nb = nanobind;

/// A list of dictionaries: name, type, default, help, and choices and range where there are any.
nb::list describe_fields(core::Options& options);

/// Sets the fields that the dictionary names; an Error names the nearest where there is none.
void read_fields(const nb::dict& given, core::Options& options);

}  // namespace sextant::python
