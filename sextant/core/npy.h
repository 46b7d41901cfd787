// NumPy's .npy (format 1.0 to 3.0): little-endian float16/32/64, integers and bool, C or Fortran order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::core {

struct NpyArray {
  std::vector<Index> shape;
  std::vector<double> values;  // C order whatever the file's order
};

NpyArray read_npy(const std::string& path);
/// The same of a file that lies in memory; `who` is named in errors.
NpyArray make_npy_array(std::string_view content, const std::string& who);

/// Writes float64 ('<f8') or float32 ('<f4') in C order, atomically.
void write_npy(const std::string& path, const std::vector<Index>& shape, const std::vector<double>& values);
void write_npy_float(const std::string& path, const std::vector<Index>& shape, const std::vector<float>& values);

}  // namespace sextant::core
