#include "sextant/stress/table_structure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sextant/core/error.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"
#include "sextant/math/linear/principal_components.h"

namespace sextant::stress {
namespace {

double squared_norm(const Table& table, Index row) {
  double sum = 0;
  for (Index j = 0; j < table.columns; ++j) sum += table(row, j) * table(row, j);
  return sum;
}

void measure_norms(const Table& table, const Table& centred, TableStructure& structure) {
  structure.smallest_norm = INFINITY;
  double squares = 0, centred_squares = 0;
  const auto rows = static_cast<double>(table.rows);
  for (Index i = 0; i < table.rows; ++i) {
    const double square = squared_norm(table, i), norm = std::sqrt(square);
    structure.smallest_norm = std::min(structure.smallest_norm, norm);
    structure.largest_norm = std::max(structure.largest_norm, norm);
    structure.mean_norm += norm / rows;
    squares += square;
    centred_squares += squared_norm(centred, i);
  }
  structure.mean_share = squares > 0 ? 1 - centred_squares / squares : 0;
}

// Eigenvalues of X X^T or X^T X, whichever is smaller.
std::vector<double> gram_eigenvalues(const Table& centred) {
  const bool by_rows = centred.rows <= centred.columns;
  const Index n = by_rows ? centred.rows : centred.columns;
  Table gram(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      double sum = 0;
      for (Index k = 0; k < (by_rows ? centred.columns : centred.rows); ++k)
        sum += by_rows ? centred(i, k) * centred(j, k) : centred(k, i) * centred(k, j);
      gram(i, j) = gram(j, i) = sum;
    }
  auto values = solve_symmetric(gram).values;
  std::ranges::reverse(values);
  for (double& value : values) value = std::max(0.0, value);
  return values;
}

// 1 - (scatter around the mean of each lag) / (scatter around the mean of all), over pairs s < t.
void measure_lags(TableStructure& structure) {
  const Table& cosines = structure.cosines;
  const Index n = cosines.rows;
  double sum = 0, squares = 0, explained = 0;
  const auto pairs = static_cast<double>(n * (n - 1) / 2);
  for (Index lag = 1; lag < n; ++lag) {
    double of_lag = 0;
    for (Index i = 0; i + lag < n; ++i) {
      of_lag += cosines(i, i + lag);
      squares += cosines(i, i + lag) * cosines(i, i + lag);
    }
    if (lag == 1) structure.neighbour_cosine = of_lag / static_cast<double>(n - 1);
    sum += of_lag;
    explained += of_lag * of_lag / static_cast<double>(n - lag);
  }
  const double around = sum * sum / pairs;
  structure.toeplitz = squares > around ? (explained - around) / (squares - around) : 0;
}

/// R^2 of one wave over the positions; `points` has mean 0 and `total` is the sum of its squares.
double wave_share(const Table& points, Index column, Index frequency, double total) {
  double cosine = 0, sine = 0;
  const auto n = static_cast<double>(points.rows);
  for (Index i = 0; i < points.rows; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(frequency * i % points.rows) / n;
    cosine += points(i, column) * std::cos(angle);
    sine += points(i, column) * std::sin(angle);
  }
  const double factor = 2 * frequency == points.rows ? 1 / n : 2 / n;
  return factor * (cosine * cosine + sine * sine) / total;
}

TableDirection measure_direction(const Table& points, Index column, double share) {
  TableDirection direction{.share = share};
  double total = 0, along = 0, places = 0;
  const double middle = static_cast<double>(points.rows - 1) / 2;
  for (Index i = 0; i < points.rows; ++i) {
    const double place = static_cast<double>(i) - middle;
    total += points(i, column) * points(i, column);
    along += points(i, column) * place;
    places += place * place;
  }
  if (total <= 0) return direction;
  direction.linear = along * along / (places * total);
  for (Index frequency = 1; 2 * frequency <= points.rows; ++frequency) {
    const double found = wave_share(points, column, frequency, total);
    if (found <= direction.periodic) continue;
    direction.periodic = found;
    direction.period = static_cast<double>(points.rows) / static_cast<double>(frequency);
  }
  return direction;
}

}  // namespace

Table around_mean(const Table& table) {
  Table result = table;
  for (Index j = 0; j < table.columns; ++j) {
    double mean = 0;
    for (Index i = 0; i < table.rows; ++i) mean += table(i, j) / static_cast<double>(table.rows);
    for (Index i = 0; i < table.rows; ++i) result(i, j) -= mean;
  }
  return result;
}

TableStructure measure_structure(const Table& table) {
  require(table.rows >= 3 && table.columns >= 2,
          "a table of {} positions and width {}: expected at least 3 positions and a width of 2", table.rows,
          table.columns);
  const Table centred = around_mean(table);
  TableStructure structure;
  measure_norms(table, centred, structure);
  structure.eigenvalues = gram_eigenvalues(centred);
  structure.ranks = ranks_of_spectrum(structure.eigenvalues);
  structure.cosines = cosine_similarities(centred);
  measure_lags(structure);
  constexpr Index most_directions = 8;
  const Index count = std::min({most_directions, table.rows - 1, table.columns});
  const Projection projection = principal_components(table, std::max<Index>(count, 2));
  for (Index k = 0; k < count; ++k)
    structure.directions.push_back(
        measure_direction(projection.points, k, projection.share[static_cast<std::size_t>(k)]));
  structure.plane = Table(table.rows, 2);
  for (Index i = 0; i < table.rows; ++i)
    for (Index k = 0; k < 2; ++k) structure.plane(i, k) = projection.points(i, k);
  return structure;
}

}  // namespace sextant::stress
