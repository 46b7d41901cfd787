#include "sextant/math/linear/principal_components.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"

namespace sextant::math {
namespace {

/// table' table, (columns, columns).
Table inner_products(const Table& table) {
  Table products(table.columns, table.columns);
  for (Index row = 0; row < table.rows; ++row)
    for (Index i = 0; i < table.columns; ++i)
      for (Index j = 0; j <= i; ++j) products(i, j) += table(row, i) * table(row, j);
  for (Index i = 0; i < table.columns; ++i)
    for (Index j = 0; j < i; ++j) products(j, i) = products(i, j);
  return products;
}

Table transpose(const Table& table) {
  Table turned(table.columns, table.rows);
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j) turned(j, i) = table(i, j);
  return turned;
}

double positive_sum(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::max(0.0, value);
  return sum;
}

/// The rows of a Gram matrix as points: eigenvectors times the root of their eigenvalue.
Projection project_gram(const Table& gram, Index count) {
  const EigenPairs pairs = solve_symmetric(gram);
  const double sum = positive_sum(pairs.values);
  Projection projection{Table(gram.rows, count), {}};
  for (Index k = 0; k < count; ++k) {
    const Index from_end = gram.rows - 1 - k;
    const double value = from_end < 0 ? 0 : std::max(0.0, pairs.values[static_cast<std::size_t>(from_end)]);
    projection.share.push_back(sum > 0 ? value / sum : 0);
    for (Index i = 0; i < gram.rows && from_end >= 0; ++i)
      projection.points(i, k) = std::sqrt(value) * pairs.vectors(i, from_end);
  }
  return projection;
}

}  // namespace

Projection principal_components(const Table& vectors, Index count) {
  require(vectors.rows >= 1 && vectors.columns >= 1,
          "principal components: expected at least one vector, given ({}, {})", vectors.rows, vectors.columns);
  const Table centred = centre_columns(vectors);
  if (vectors.rows <= vectors.columns) return project_gram(inner_products(transpose(centred)), count);
  // Fewer dimensions than points: the smaller eigenproblem, then the points along its directions.
  const EigenPairs pairs = solve_symmetric(inner_products(centred));
  const double sum = positive_sum(pairs.values);
  Projection projection{Table(vectors.rows, count), {}};
  for (Index k = 0; k < count; ++k) {
    const Index from_end = vectors.columns - 1 - k;
    const double value = from_end < 0 ? 0 : std::max(0.0, pairs.values[static_cast<std::size_t>(from_end)]);
    projection.share.push_back(sum > 0 ? value / sum : 0);
    for (Index i = 0; i < vectors.rows && from_end >= 0; ++i)
      for (Index j = 0; j < vectors.columns; ++j) projection.points(i, k) += centred(i, j) * pairs.vectors(j, from_end);
  }
  return projection;
}

Projection principal_coordinates(const Table& distances, Index count) {
  require(distances.rows == distances.columns && distances.rows >= 1,
          "principal coordinates: expected a square distance matrix, given ({}, {})", distances.rows,
          distances.columns);
  // B = -1/2 J D^2 J, J the centring matrix.
  Table gram = distances;
  for (double& value : gram.values) value *= -0.5 * value;
  gram = centre_columns(transpose(centre_columns(std::move(gram))));
  return project_gram(gram, count);
}

}  // namespace sextant::math
