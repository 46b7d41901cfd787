#include "sextant/math/linear/low_rank.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/math/linear/decompositions.h"
#include "sextant/math/linear/eigen.h"

namespace sextant::math {
namespace {

constexpr double main_share = 0.99;

Table transpose_table(const Table& table) {
  Table result(table.columns, table.rows);
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j) result(j, i) = table(i, j);
  return result;
}

Table centre_rows(Table table) {
  for (Index j = 0; j < table.columns; ++j) {
    double mean = 0;
    for (Index i = 0; i < table.rows; ++i) mean += table(i, j) / static_cast<double>(table.rows);
    for (Index i = 0; i < table.rows; ++i) table(i, j) -= mean;
  }
  return table;
}

double sum_of_squares(const Table& table) {
  double sum = 0;
  for (const double value : table.values) sum += value * value;
  return sum;
}

/// Squared singular values, descending, and the directions of the shorter side as columns.
struct Directions {
  std::vector<double> squares;
  Table vectors;  // (side, side), the leading one first
};

Directions directions_of(const Table& wide) {  // (side, longer)
  const EigenPairs pairs = solve_symmetric(multiply(wide, transpose_table(wide)));
  Directions result{{pairs.values.rbegin(), pairs.values.rend()}, Table(wide.rows, wide.rows)};
  for (double& square : result.squares) square = std::max(0.0, square);
  for (Index i = 0; i < wide.rows; ++i)
    for (Index k = 0; k < wide.rows; ++k) result.vectors(i, k) = pairs.vectors(i, wide.rows - 1 - k);
  return result;
}

Table leading_columns(const Table& from, Index count) {
  Table to(from.rows, count);
  for (Index i = 0; i < from.rows; ++i)
    for (Index k = 0; k < count; ++k) to(i, k) = from(i, k);
  return to;
}

/// What rank r + 1 keeps stands at place r.
std::vector<double> shares_kept(const Directions& directions, double variance) {
  std::vector<double> kept(directions.squares.size());
  double lost = 0;
  for (std::size_t r = kept.size(); r-- > 0;) {
    kept[r] = variance > 0 ? 1 - lost / variance : 1;
    lost += directions.squares[r];
  }
  return kept;
}

/// The centred rows, and their directions on the shorter side.
struct CentredTable {
  Table rows;
  Directions directions;
  std::vector<double> kept;

  explicit CentredTable(const Table& table) : rows(centre_rows(table)) {
    directions = directions_of(rows.rows <= rows.columns ? rows : transpose_table(rows));
    kept = shares_kept(directions, sum_of_squares(rows));
  }
};

LowRankTable truncate(const Table& table, const CentredTable& centred, Index rank) {
  const Table basis = leading_columns(centred.directions.vectors, rank);  // X_r = U U^T X, or X V V^T
  const Table projector = multiply(basis, transpose_table(basis));
  const bool wide = table.rows <= table.columns;
  LowRankTable result{wide ? multiply(projector, centred.rows) : multiply(centred.rows, projector), rank,
                      centred.kept[static_cast<std::size_t>(rank - 1)]};
  for (std::size_t i = 0; i < table.values.size(); ++i)  // the mean
    result.table.values[i] += table.values[i] - centred.rows.values[i];
  return result;
}

}  // namespace

LowRankTable lower_rank(const Table& table, Index rank) {
  const Index most = std::min(table.rows, table.columns);
  require(rank >= 1 && rank <= most, "rank {}: expected 1 to {} for a table of {} x {}", rank, most, table.rows,
          table.columns);
  return truncate(table, CentredTable(table), rank);
}

LowRankTable lower_rank_keeping(const Table& table, double share) {
  require(share > 0 && share <= 1, "share {}: expected more than 0 and at most 1", share);
  require(table.rows >= 1 && table.columns >= 1, "low rank: an empty table ({}, {})", table.rows, table.columns);
  const CentredTable centred(table);
  const auto first = std::ranges::find_if(centred.kept, [&](double one) { return one >= share - 1e-12; });
  return truncate(table, centred, std::min<Index>(first - centred.kept.begin(), std::ssize(centred.kept) - 1) + 1);
}

double basis_overlap(const Table& own, const Table& other) {
  const Directions directions = directions_of(transpose_table(centre_rows(own)));  // of the columns
  double total = 0, sum = 0;
  for (const double square : directions.squares) total += square;
  Index count = 0;
  while (count < own.columns && sum < main_share * total) sum += directions.squares[static_cast<std::size_t>(count++)];
  const Table centred = centre_rows(other);
  const double all = sum_of_squares(centred);
  if (all == 0) return 1;
  return sum_of_squares(multiply(centred, leading_columns(directions.vectors, std::max<Index>(count, 1)))) / all;
}

}  // namespace sextant::math
