// What an analysis found, as dictionaries of numbers and arrays.
#pragma once

#include <nanobind/nanobind.h>

#include "sextant/analysis/findings.h"

namespace sextant::python {

nanobind::object write_findings(analysis::Findings findings);

}  // namespace sextant::python
