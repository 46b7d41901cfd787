// How a sweep ended, as a tree.
#pragma once

#include "sextant/lab/sweep/sweep.h"

namespace sextant::python {

core::Tree describe_sweep(const lab::SweepResult& result);

}  // namespace sextant::python
