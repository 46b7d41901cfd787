#include "sextant/stress/target.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/linear/distances.h"

namespace sextant::stress {

namespace {

bool is_gram_by_construction(Estimator estimator) {
  return estimator == Estimator::plug_in || estimator == Estimator::rarefied;
}

Table distances_from(const Table& gram) {
  Table distances(gram.rows, gram.rows);
  for (Index s = 0; s < gram.rows; ++s)
    for (Index t = 0; t < s; ++t)
      distances(s, t) = distances(t, s) = distance_of_products(gram(s, s), gram(t, t), gram(s, t));
  return distances;
}

/// The first `positions` rows, or all.
Table cut_rows(Table table, const TargetRequest& request, const std::string& file) {
  const Index wanted = request.positions > 0 ? request.positions : table.rows;
  require(wanted >= 2 && wanted <= table.rows, "{}: {} positions requested, it has {}", file, wanted, table.rows);
  table.values.resize(static_cast<std::size_t>(wanted * table.columns));
  table.rows = wanted;
  for (const double value : table.values) require(std::isfinite(value), "{}: it contains non-finite values", file);
  return table;
}

Table read_distances(const TargetRequest& request) {
  const Table whole = read_table(request.distances);
  require(whole.rows == whole.columns, "{}: expected a square distance matrix, it has shape ({}, {})",
          request.distances, whole.rows, whole.columns);
  const Table rows = cut_rows(whole, request, request.distances);
  Table distances(rows.rows, rows.rows);
  for (Index s = 0; s < rows.rows; ++s)
    for (Index t = 0; t < rows.rows; ++t) {
      distances(s, t) = rows(s, t);
      require(rows(s, t) >= 0, "{}: distance {} of positions {} and {} is negative", request.distances, rows(s, t), s,
              t);
      require(std::abs(rows(s, t) - whole(t, s)) <= 1e-9 * (1 + rows(s, t)),
              "{}: not symmetric: {} for positions ({}, {}), {} for ({}, {})", request.distances, rows(s, t), s, t,
              whole(t, s), t, s);
    }
  for (Index s = 0; s < rows.rows; ++s)
    require(distances(s, s) == 0, "{}: position {} has distance {} from itself; the diagonal must be 0",
            request.distances, s, distances(s, s));
  return distances;
}

/// Rows centred and of length 1: their distances are chords sqrt(2 - 2 r).
Table standardised(Table features, const std::string& file) {
  require(features.columns >= 2, "{}: a correlation needs 2 or more features, it has {}", file, features.columns);
  for (Index i = 0; i < features.rows; ++i) {
    double mean = 0, squares = 0;
    for (Index j = 0; j < features.columns; ++j) mean += features(i, j) / static_cast<double>(features.columns);
    for (Index j = 0; j < features.columns; ++j) squares += (features(i, j) - mean) * (features(i, j) - mean);
    require(squares > 0, "{}: all features of position {} are equal, so its correlation is undefined", file, i);
    for (Index j = 0; j < features.columns; ++j) features(i, j) = (features(i, j) - mean) / std::sqrt(squares);
  }
  return features;
}

Table distance_table(const TargetRequest& request) {
  if (!request.distances.empty()) return read_distances(request);
  const bool plain = !request.coordinates.empty();
  const std::string& file = plain ? request.coordinates : request.features;
  Table rows = cut_rows(read_table(file), request, file);
  return distances_of_vectors(plain ? std::move(rows) : standardised(std::move(rows), file))->table();
}

}  // namespace

double Target::variance() const {
  double sum = 0;
  for (const double value : scaling.eigenvalues) sum += std::max(0.0, value);
  return sum;
}

Target make_target(HellingerGram gram, const TargetRequest& request) {
  const bool plain = is_gram_by_construction(request.estimator);
  const Keep keep = plain ? Keep::positive : Keep::above_noise;
  Target target;
  if (gram.count() <= most_dense) {
    const Table table = table_of(gram);
    target.scaling = scale_gram(table, keep);
    target.distances = distances_of_table(distances_from(table));
  } else {
    target.scaling = scale_gram(gram, keep, request.leading);
    target.distances = distances_of_gram(std::move(gram));
  }
  return target;
}

Target read_target(const TargetRequest& request) {
  Target target;
  Table distances = distance_table(request);
  require(distances.rows <= 4 * most_dense, "{}: {} positions, at most {} are supported", describe_file(request),
          distances.rows, 4 * most_dense);
  target.scaling = scale_gram(centred_gram(distances), Keep::positive);
  require(target.scaling.points.columns > 0, "{}: all distances are zero", describe_file(request));
  target.distances = distances_of_table(std::move(distances));
  return target;
}

std::string describe_file(const TargetRequest& request) {
  if (!request.distances.empty()) return "distances from " + request.distances;
  if (!request.coordinates.empty()) return "Euclidean distances between the coordinates in " + request.coordinates;
  if (!request.features.empty()) return "sqrt(2 - 2 r), r the correlations between rows of " + request.features;
  return "";
}

}  // namespace sextant::stress
