// The header of an .npy file: a Python dictionary with 'descr', 'fortran_order' and 'shape'.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/element.h"

namespace sextant {

struct NpyHeader {
  Element element = Element::f64;
  bool fortran_order = false;
  std::vector<Index> shape;
};

/// `who` is named in errors.
NpyHeader parse_npy_header(std::string_view text, const std::string& who);

}  // namespace sextant
