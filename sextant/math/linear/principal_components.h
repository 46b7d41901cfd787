// Points of many dimensions drawn in few: principal components of vectors, principal coordinates of distances.
#pragma once

#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

struct Projection {
  Table points;               // (rows, count), centred
  std::vector<double> share;  // of the variance, per component
};

/// The `count` directions in which the rows of `vectors` differ most. Signs are canonical (eigen.h).
Projection principal_components(const Table& vectors, Index count);

/// Points whose Euclidean distances come nearest to those given, in the sense of their inner products (classical
/// scaling: Torgerson 1952, Gower 1966). `distances` is symmetric.
Projection principal_coordinates(const Table& distances, Index count);

}  // namespace sextant::math
