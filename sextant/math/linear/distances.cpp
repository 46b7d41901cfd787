#include "sextant/math/linear/distances.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/linear/centring.h"

namespace sextant::math {

Table euclidean_distances(const Table& vectors) {
  Table result(vectors.rows, vectors.rows);
  for (Index s = 0; s < vectors.rows; ++s)
    for (Index t = 0; t < s; ++t) {
      double square = 0;
      for (Index j = 0; j < vectors.columns; ++j) {
        const double difference = vectors(s, j) - vectors(t, j);
        square += difference * difference;
      }
      result(s, t) = result(t, s) = std::sqrt(square);
    }
  return result;
}

Table cosine_similarities(const Table& vectors) {
  Table result(vectors.rows, vectors.rows);
  for (Index s = 0; s < vectors.rows; ++s)
    for (Index t = 0; t <= s; ++t)
      for (Index j = 0; j < vectors.columns; ++j) result(s, t) += vectors(s, j) * vectors(t, j);
  for (Index s = 0; s < vectors.rows; ++s)
    for (Index t = 0; t < s; ++t)
      result(s, t) = result(t, s) = result(s, t) / (std::sqrt(result(s, s)) * std::sqrt(result(t, t)));
  for (Index s = 0; s < vectors.rows; ++s) result(s, s) /= result(s, s);  // 1, or not a number
  return result;
}

Table centred_gram(const Table& distances) {
  require(distances.rows == distances.columns && distances.rows >= 1,
          "inner products: expected a square distance matrix, given ({}, {})", distances.rows, distances.columns);
  Table gram = distances;
  for (double& value : gram.values) value *= -0.5 * value;
  return centre_symmetric(std::move(gram));
}

}  // namespace sextant::math
