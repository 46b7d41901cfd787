// A matrix that somebody else owns: row-major, rows `stride` apart.
#pragma once

#include <cassert>

#include "sextant/core/index.h"

namespace sextant::core {

template <class T>
struct View {
  T* data = nullptr;
  Index rows = 0;
  Index columns = 0;
  Index stride = 0;  // distance between the starts of two rows

  View() = default;
  View(T* data_in, Index rows_in, Index columns_in) : View(data_in, rows_in, columns_in, columns_in) {}
  View(T* data_in, Index rows_in, Index columns_in, Index stride_in)
      : data(data_in), rows(rows_in), columns(columns_in), stride(stride_in) {}

  operator View<const T>() const { return {data, rows, columns, stride}; }

  T* row(Index i) const {
    assert(i >= 0 && i < rows);
    return data + i * stride;
  }
  T& operator()(Index i, Index j) const {
    assert(j >= 0 && j < columns);
    return row(i)[j];
  }
  View slice_rows(Index first, Index count) const {
    assert(first >= 0 && first + count <= rows);
    return {data + first * stride, count, columns, stride};
  }
  View slice_columns(Index first, Index count) const {
    assert(first >= 0 && first + count <= columns);
    return {data + first, rows, count, stride};
  }
  Index size() const { return rows * columns; }
  bool contiguous() const { return stride == columns || rows <= 1; }
};

}  // namespace sextant::core
