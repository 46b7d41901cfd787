// Procrustes: turning one cloud of points onto another (Schoenemann 1966).
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

/// `points` R with the rotation or reflection R that minimises |points R - target|. Both are centred already and of
/// one shape; nothing is scaled.
Table turn_onto(const Table& points, const Table& target);

/// |points R - target| (Frobenius) for that R, as |P|^2 + |T|^2 - 2 |P' T|_*, without making R: the clouds may be as
/// wide as they like.
double procrustes_distance(const Table& points, const Table& target);

}  // namespace sextant::math
