// How alike two kernels are, and how well a kernel fits a target (Cristianini et al. 2001; centred: Cortes, Mohri &
// Rostamizadeh 2012).
#pragma once

#include <span>

#include "sextant/core/table.h"

namespace sextant::math {

/// <A, B> / (|A| |B|), entry by entry; not a number where one is zero.
double matrix_cosine(const Table& a, const Table& b);

/// y' K y / (|K| |y|^2) with K and y centred: for each of `outputs` outputs the mean over samples is taken off. Entry
/// s * outputs + o belongs to sample s and output o. 1 where K is the kernel of the target alone; not a number where
/// the target is constant.
double centred_alignment(const Table& kernel, std::span<const double> target, Index outputs);

}  // namespace sextant::math
