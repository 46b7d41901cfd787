#include "sextant/math/linear/distances.h"

#include <cmath>

#include "sextant/core/error.h"

namespace sextant::math {

Table centre_columns(Table table) {
  for (Index j = 0; j < table.columns; ++j) {
    double mean = 0;
    for (Index i = 0; i < table.rows; ++i) mean += table(i, j) / static_cast<double>(table.rows);
    for (Index i = 0; i < table.rows; ++i) table(i, j) -= mean;
  }
  return table;
}

Table centre_symmetric(Table table) {
  const Index n = table.rows;
  std::vector<double> means(static_cast<std::size_t>(n), 0.0);  // of rows, which are those of columns
  double mean = 0;
  for (Index s = 0; s < n; ++s) {
    double& row_mean = means[static_cast<std::size_t>(s)];
    for (Index t = 0; t < n; ++t) row_mean += table(s, t) / static_cast<double>(n);
    mean += row_mean / static_cast<double>(n);
  }
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < n; ++t)
      table(s, t) += mean - (means[static_cast<std::size_t>(s)] + means[static_cast<std::size_t>(t)]);
  return table;
}

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
