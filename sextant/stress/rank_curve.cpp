#include "sextant/stress/rank_curve.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"
#include "sextant/stress/stress.h"

namespace sextant::stress {

SpectrumRanks ranks_of_spectrum(std::span<const double> eigenvalues) {
  double sum = 0, squares = 0;
  for (const double value : eigenvalues)
    if (value > 0) {
      sum += value;
      squares += value * value;
    }
  SpectrumRanks ranks;
  if (!(sum > 0)) return ranks;
  ranks.participation = sum * sum / squares;
  double entropy = 0, held = 0;
  for (const double value : eigenvalues) {
    if (!(value > 1e-12 * eigenvalues.front())) break;
    ++ranks.numerical;
    entropy -= value / sum * std::log(value / sum);
    if (held < 0.90 * sum) ranks.r90 = ranks.numerical;
    if (held < 0.95 * sum) ranks.r95 = ranks.numerical;
    if (held < 0.99 * sum) ranks.r99 = ranks.numerical;
    held += value;
  }
  ranks.entropy = std::exp(entropy);
  return ranks;
}

namespace {

/// Adds axis k to the squared distances behind the diagonal.
void add_axis(Table& squares, const Table& points, Index k) {
  std::vector<double> axis(static_cast<std::size_t>(points.rows));
  for (Index i = 0; i < points.rows; ++i) axis[static_cast<std::size_t>(i)] = points(i, k);
  for (Index s = 0; s < points.rows; ++s) {
    double* row = squares.view().row(s);
    const double here = axis[static_cast<std::size_t>(s)];
    for (Index t = s + 1; t < points.rows; ++t) {
      const double difference = axis[static_cast<std::size_t>(t)] - here;
      row[t] += difference * difference;
    }
  }
}

PairSums sums_of(const Table& distances, const Table& squares) {
  PairSums sums;
  for (Index s = 0; s < squares.rows; ++s) {
    const Index pairs = squares.rows - s - 1;
    const Eigen::Map<const Eigen::ArrayXd> wanted(distances.view().row(s) + s + 1, pairs);
    const Eigen::Map<const Eigen::ArrayXd> square(squares.view().row(s) + s + 1, pairs);
    const Eigen::ArrayXd length = square.sqrt();
    sums.product += (wanted * length).sum();
    sums.squares += (1.0 * square).sum();  // an expression, so that bits do not depend on addresses
    sums.misfit += (length - wanted).square().sum();
  }
  return sums;
}

}  // namespace

std::vector<RankPoint> stress_by_rank(const Table& distances, const Table& points, double total) {
  require(distances.rows == points.rows && distances.columns == points.rows,
          "stress by rank: distances ({}, {}) do not match {} points", distances.rows, distances.columns, points.rows);
  WantedSums wanted;
  wanted.count = points.rows;
  for (Index s = 0; s < distances.rows; ++s)
    for (Index t = s + 1; t < distances.columns; ++t) wanted.squares += distances(s, t) * distances(s, t);
  std::vector<RankPoint> curve;
  Table squares(points.rows, points.rows);
  double held = 0;
  for (Index k = 0; k < points.columns; ++k) {
    look_for_stop();
    for (Index i = 0; i < points.rows; ++i) held += points(i, k) * points(i, k);  // l_k
    add_axis(squares, points, k);
    curve.push_back({k + 1, stress_of(wanted, sums_of(distances, squares)), std::max(0.0, 1 - held / total)});
  }
  return curve;
}

Index smallest_rank(const std::vector<RankPoint>& curve, double stress) {
  for (const auto& point : curve)
    if (point.stress.raw <= stress) return point.rank;
  return 0;
}

}  // namespace sextant::stress
