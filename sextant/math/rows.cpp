#include "sextant/math/rows.h"

#include <algorithm>

#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

void add_row(const real* __restrict from, real* __restrict to, Index count) {
#pragma omp simd
  for (Index j = 0; j < count; ++j) to[j] += from[j];
}

}  // namespace

void add_bias(View<real> x, const real* bias) {
  if (!bias) return;
  for (Index i = 0; i < x.rows; ++i) add_row(bias, x.row(i), x.columns);
}

void add_column_sums(View<const real> x, real* sums) {
  if (!sums) return;
  for (Index i = 0; i < x.rows; ++i) add_row(x.row(i), sums, x.columns);
}

void gather_rows(View<const real> from, RowIndex index, View<real> to) {
  for (Index i = 0; i < to.rows; ++i) std::copy_n(from.row(index[static_cast<std::size_t>(i)]), to.columns, to.row(i));
}

void scatter_add_rows(View<const real> from, RowIndex index, View<real> to) {
  for (Index i = 0; i < from.rows; ++i) add_row(from.row(i), to.row(index[static_cast<std::size_t>(i)]), from.columns);
}

void add_to(View<const real> from, View<real> to) {
  for (Index i = 0; i < from.rows; ++i) add_row(from.row(i), to.row(i), from.columns);
}

void scale_rows(View<real> x, const real* factors) {
  for (Index i = 0; i < x.rows; ++i) {
    real* __restrict row = x.row(i);
    const real factor = factors[i];
#pragma omp simd
    for (Index j = 0; j < x.columns; ++j) row[j] *= factor;
  }
}

void scale_and_dot_rows(View<const real> from, const real* factors, View<const real> other, View<real> to,
                        real* products) {
  for (Index i = 0; i < from.rows; ++i) {
    const real* __restrict source = from.row(i);
    const real* __restrict right = other.row(i);
    real* __restrict row = to.row(i);
    const real factor = factors[i];
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index j = 0; j < from.columns; ++j) {
      row[j] = factor * source[j];
      sum += row[j] * right[j];
    }
    products[i] = sum;
  }
}

void copy_to(View<const real> from, View<real> to) {
  for (Index i = 0; i < from.rows; ++i) std::copy_n(from.row(i), from.columns, to.row(i));
}

void fill_zero(View<real> x) {
  for (Index i = 0; i < x.rows; ++i) std::fill_n(x.row(i), x.columns, real(0));
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
