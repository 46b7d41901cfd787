// Distances between rows, and centring.
#pragma once

#include "sextant/core/table.h"

namespace sextant::math {

// Around the centre.

/// The same rows with the mean row taken off.
Table centre_columns(Table table);

/// A symmetric table J X J, J = I - 1 1^T / n: means of rows and columns taken off.
Table centre_symmetric(Table table);

// From vectors to distances and similarities, and from distances back to inner products.

/// |v_s - v_t| of every pair of rows: (rows, rows).
Table euclidean_distances(const Table& vectors);

/// cos(v_s, v_t) of every pair of rows; not a number where one of them is zero.
Table cosine_similarities(const Table& vectors);

/// Inner products around the centre, B = -1/2 J D^2 J with J = I - 1 1^T / n (Torgerson 1952).
Table centred_gram(const Table& distances);

}  // namespace sextant::math
