// Arrays across the border without copies: NumPy takes over the memory of a vector, and gives it back when it is done.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <memory>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::python {

namespace nb = nanobind;

inline nb::object write_array(std::vector<double> values, std::initializer_list<std::int64_t> shape) {
  auto kept = std::make_unique<std::vector<double>>(std::move(values));
  double* data = kept->data();
  const nb::capsule owner(kept.release(),
                          [](void* given) noexcept { delete static_cast<std::vector<double>*>(given); });
  std::vector<std::size_t> sizes(shape.begin(), shape.end());
  return nb::cast(nb::ndarray<nb::numpy, double, nb::c_contig>(data, sizes.size(), sizes.data(), owner));
}

inline nb::object write_array(core::Table table) {
  const std::int64_t rows = table.rows, columns = table.columns;
  return write_array(std::move(table.values), {rows, columns});
}

}  // namespace sextant::python
