// Trees (dictionaries, lists, numbers, texts) to Python and back: how options come in and plain results go out.
#pragma once

#include <nanobind/nanobind.h>

#include "sextant/core/tree.h"

namespace sextant::python {

namespace nb = nanobind;

/// bool, int, float, str, None, dict, and what can be iterated; NumPy's scalars and arrays by their tolist(), paths by
/// os.fspath. `where` is named in errors: a ValueError for anything else.
core::Tree read_tree(nb::handle object, const std::string& where);

nb::object write_tree(const core::Tree& tree);

}  // namespace sextant::python
