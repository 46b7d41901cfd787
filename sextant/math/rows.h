// Small passes over rows: bias, sums of columns, gathering and scattering. Plain loops; the compiler
// vectorises them (`omp simd` where it must be told that it may).
#pragma once

#include <span>

#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

/// Row numbers of some other matrix.
using RowIndex = std::span<const std::int32_t>;

/// x[i] += bias; nothing where bias is nullptr
void add_bias(View<real> x, const real* bias);
/// sums += the rows of x; nothing where sums is nullptr
void add_column_sums(View<const real> x, real* sums);
/// to[i] = from[index[i]]
void gather_rows(View<const real> from, RowIndex index, View<real> to);
/// to[index[i]] += from[i], in the order of i
void scatter_add_rows(View<const real> from, RowIndex index, View<real> to);
/// to += from
void add_to(View<const real> from, View<real> to);
/// x[i] *= factors[i]
void scale_rows(View<real> x, const real* factors);
/// to[i] = factors[i] from[i], products[i] = to[i] . other[i]
void scale_and_dot_rows(View<const real> from, const real* factors, View<const real> other, View<real> to,
                        real* products);
void copy_to(View<const real> from, View<real> to);
void fill_zero(View<real> x);

}  // namespace sextant::math::inline SEXTANT_PRECISION
