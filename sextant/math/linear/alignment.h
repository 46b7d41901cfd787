// How alike two sets of rows are: centred kernel alignment and Procrustes.
#pragma once

#include <span>

#include "sextant/core/table.h"

namespace sextant::math {

// How alike two kernels are, and how well a kernel fits a target (Cristianini et al. 2001; centred: Cortes, Mohri &
// Rostamizadeh 2012).

/// <A, B> / (|A| |B|), entry by entry; not a number where one is zero.
double matrix_cosine(const Table& a, const Table& b);

/// y' K y / (|K| |y|^2) with K and y centred: for each of `outputs` outputs the mean over samples is taken off. Entry
/// s * outputs + o belongs to sample s and output o. 1 where K is the kernel of the target alone; not a number where
/// the target is constant.
double centred_alignment(const Table& kernel, std::span<const double> target, Index outputs);

// Procrustes: turning one cloud of points onto another (Schoenemann 1966).

/// `points` R with the rotation or reflection R that minimises |points R - target|. Both are centred already and of
/// one shape; nothing is scaled.
Table turn_onto(const Table& points, const Table& target);

/// |points R - target| (Frobenius) for that R, as |P|^2 + |T|^2 - 2 |P' T|_*, without making R: the clouds may be as
/// wide as they like.
double procrustes_distance(const Table& points, const Table& target);

}  // namespace sextant::math
