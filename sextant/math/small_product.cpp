// Tiles of c, up to 6 rows by 2 vectors, stay in registers while k runs over rows of b; where b lies transposed, its
// rows are first turned into columns, a few at a time.
#include "sextant/math/small_product.h"

#if !SEXTANT_DOUBLE

#include <hwy/cache_control.h>

#include <algorithm>
#include <type_traits>

#include "sextant/math/transpose.h"

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

/// A product c = alpha a b; a (m, k) may lie transposed.
struct Operands {
  const float* a;
  Index a_row, a_column;  // distances between neighbours in a column and in a row of a
  const float* b;
  Index b_row;
  float* c;
  Index c_row;
  Index inner;  // k
  Write write;
  float alpha;

  Operands at(Index row, Index column) const {
    Operands moved = *this;
    moved.a += row * a_row;
    moved.b += column;
    moved.c += row * c_row + column;
    return moved;
  }
};

/// act(size, first) for parts of `size` (a constant) of [first, count), the last ones smaller.
template <int size, class Act>
void in_parts(Index first, Index count, const Act& act) {
  for (; first + size <= count; first += size) act(std::integral_constant<int, size>(), first);
  if constexpr (size > 1) in_parts<size - 1>(first, count, act);
}

template <class Part>
void write_vector(Vector sum, const Operands& o, float* to, const Part& part) {
  sum = hn::Mul(sum, hn::Set(Lanes(), o.alpha));
  part.store(o.write == Write::add ? hn::Add(sum, part.load(to)) : sum, to);
}

// Two vectors of b and their sums are named, not counted: an array would be read from memory for every row.
template <int rows, class Part>
void two_vectors(const Operands& o, const Part& part) {
  const Lanes d;
  Vector left[rows], right[rows];
#pragma GCC unroll 6
  for (int i = 0; i < rows; ++i) left[i] = right[i] = hn::Zero(d);
  for (Index k = 0; k < o.inner; ++k) {
    const Vector b_left = hn::LoadU(d, o.b + k * o.b_row);
    const Vector b_right = part.load(o.b + k * o.b_row + lane_count);
#pragma GCC unroll 6
    for (int i = 0; i < rows; ++i) {
      const Vector a = hn::Set(d, o.a[i * o.a_row + k * o.a_column]);
      left[i] = hn::MulAdd(a, b_left, left[i]);
      right[i] = hn::MulAdd(a, b_right, right[i]);
    }
  }
#pragma GCC unroll 6
  for (int i = 0; i < rows; ++i) {
    write_vector(left[i], o, o.c + i * o.c_row, Whole());
    write_vector(right[i], o, o.c + i * o.c_row + lane_count, part);
  }
}

template <int rows, class Part>
void one_vector(const Operands& o, const Part& part) {
  const Lanes d;
  Vector sums[rows];
#pragma GCC unroll 6
  for (int i = 0; i < rows; ++i) sums[i] = hn::Zero(d);
  for (Index k = 0; k < o.inner; ++k) {
    const Vector b = part.load(o.b + k * o.b_row);
#pragma GCC unroll 6
    for (int i = 0; i < rows; ++i) sums[i] = hn::MulAdd(hn::Set(d, o.a[i * o.a_row + k * o.a_column]), b, sums[i]);
  }
#pragma GCC unroll 6
  for (int i = 0; i < rows; ++i) write_vector(sums[i], o, o.c + i * o.c_row, part);
}

void by_rows_of_b(const Operands& o, Index m, Index n) {
  constexpr int most = 6;
  Index column = 0;
  for (; column + 2 * lane_count <= n; column += 2 * lane_count)
    in_parts<most>(0, m, [&](auto rows, Index row) { two_vectors<rows>(o.at(row, column), Whole()); });
  const Index rest = n - column;
  if (rest > lane_count) {
    const Partial part(rest - lane_count);
    in_parts<most>(0, m, [&](auto rows, Index row) { two_vectors<rows>(o.at(row, column), part); });
  } else if (rest == lane_count) {
    in_parts<most>(0, m, [&](auto rows, Index row) { one_vector<rows>(o.at(row, column), Whole()); });
  } else if (rest > 0) {
    const Partial part(rest);
    in_parts<most>(0, m, [&](auto rows, Index row) { one_vector<rows>(o.at(row, column), part); });
  }
}

}  // namespace

void small_multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha) {
  by_rows_of_b({a.data, a.stride, 1, b.data, b.stride, c.data, c.stride, a.columns, write, alpha}, c.rows, c.columns);
}

void small_transposed_multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha) {
  by_rows_of_b({a.data, 1, a.stride, b.data, b.stride, c.data, c.stride, a.rows, write, alpha}, c.rows, c.columns);
}

void small_multiply_transposed(View<const real> a, View<const real> b, View<real> c, Write write, real alpha) {
  assert(a.columns <= small_inner);
  constexpr Index width = 2 * lane_count;
  alignas(64) float panel[(small_inner + 8) * width];  // (k, width): some rows of b as columns
  for (Index column = 0; column < c.columns; column += width) {
    const Index count = std::min(width, c.columns - column);
    // reading rows to turn them waits for memory, so the next ones are asked for while this part is multiplied
    for (Index row = column + width; row < std::min(column + 2 * width, c.columns); ++row)
      for (Index k = 0; k < a.columns; k += 16) hwy::Prefetch(b.row(row) + k);
    for (Index j = 0; j < count; j += 8)
      for (Index k = 0; k < a.columns; k += 8)
        transpose_square(b.row(column + j) + k, b.stride, count - j, a.columns - k, panel + k * width + j, width);
    by_rows_of_b({a.data, a.stride, 1, panel, width, c.data + column, c.stride, a.columns, write, alpha}, c.rows,
                 count);
  }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION

#endif
