#include "sextant/stress/stress.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"

namespace sextant::stress {

Stress measure_stress(const Table& wanted, const Table& given) {
  require(wanted.rows == wanted.columns && wanted.rows == given.rows && wanted.columns == given.columns,
          "stress: expected two square matrices of the same size, given ({}, {}) and ({}, {})", wanted.rows,
          wanted.columns, given.rows, given.columns);
  double wanted_square = 0, given_square = 0, product = 0;
  for (Index s = 0; s < wanted.rows; ++s)
    for (Index t = 0; t < s; ++t) {
      wanted_square += wanted(s, t) * wanted(s, t);
      given_square += given(s, t) * given(s, t);
      product += wanted(s, t) * given(s, t);
    }
  require(wanted_square > 0, "stress: all target distances are zero");
  Stress stress;
  stress.best_factor = given_square > 0 ? product / given_square : 0;
  // Sums of squares instead of 1 - c^2: no digits are lost where the stress is small.
  for (Index s = 0; s < wanted.rows; ++s)
    for (Index t = 0; t < s; ++t) {
      const double left = stress.best_factor * given(s, t) - wanted(s, t);
      const double removed = (1 - stress.best_factor) * given(s, t);
      stress.shape += left * left / wanted_square;
      stress.scale += removed * removed / wanted_square;
    }
  stress.raw = stress.shape + stress.scale;
  stress.kruskal = std::sqrt(stress.shape);
  return stress;
}

namespace {

using Row = Eigen::Map<const Eigen::ArrayXd>;  // Eigen sums in vectors, a plain loop would not

void add_wanted(WantedSums& sums, const double* row, Index s) {
  const Index pairs = sums.count - s - 1;
  const Row wanted(row + s + 1, pairs);
  Eigen::Map<Eigen::ArrayXd>(sums.sum_by_lag.data() + 1, pairs) += wanted;
  Eigen::Map<Eigen::ArrayXd>(sums.squares_by_lag.data() + 1, pairs) += wanted.square();
  // An expression: Eigen sums plain memory from its first aligned address on, and bits must not depend on addresses.
  sums.sum += (1.0 * wanted).sum();
  sums.squares += wanted.square().sum();
}

void add_given(PairSums& sums, const double* wanted_row, const double* given_row, Index s, Index count) {
  const Row wanted(wanted_row + s + 1, count - s - 1), given(given_row + s + 1, count - s - 1);
  sums.product += (wanted * given).sum();
  sums.squares += given.square().sum();
  sums.misfit += (given - wanted).square().sum();
}

}  // namespace

double WantedSums::toeplitz_share() const {
  const double all = squares - sum * sum / pairs();
  double within = 0;
  for (Index lag = 1; lag < count; ++lag) {
    const auto k = static_cast<std::size_t>(lag);
    within += squares_by_lag[k] - sum_by_lag[k] * sum_by_lag[k] / static_cast<double>(count - lag);
  }
  // Rounding of sums of squares must not make a share of nothing.
  if (!(all > 1e-13 * squares)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(1 - within / all, 0.0, 1.0);
}

StressSums sum_pairs(const PairDistances& wanted, const std::vector<const PairDistances*>& given,
                     const std::function<void(double)>& watch) {
  const Index n = wanted.count();
  for (const auto* one : given)
    require(one->count() == n, "stress: the encoding has {} positions, expected {}", one->count(), n);
  StressSums result{{n, 0, 0, std::vector<double>(static_cast<std::size_t>(n), 0.0), {}}, {}};
  result.wanted.squares_by_lag = result.wanted.sum_by_lag;
  result.given.resize(given.size());
  Table wanted_rows(panel_rows(n), n), given_rows(panel_rows(n), n);
  for (Index first = 0; first < n; first += wanted_rows.rows) {
    const Index rows = std::min(wanted_rows.rows, n - first);
    wanted.fill_rows(first, wanted_rows.view().slice_rows(0, rows));
    for (Index i = 0; i < rows; ++i) add_wanted(result.wanted, wanted_rows.view().row(i), first + i);
    for (std::size_t k = 0; k < given.size(); ++k) {
      given[k]->fill_rows(first, given_rows.view().slice_rows(0, rows));
      for (Index i = 0; i < rows; ++i)
        add_given(result.given[k], wanted_rows.view().row(i), given_rows.view().row(i), first + i, n);
    }
    const double left = static_cast<double>(n - first - rows) / static_cast<double>(n);
    if (watch) watch(1 - left * left);
  }
  return result;
}

PairSums sum_lags(const WantedSums& wanted, const std::vector<double>& by_lag) {
  require(static_cast<Index>(by_lag.size()) == wanted.count, "stress: the encoding has {} positions, expected {}",
          by_lag.size(), wanted.count);
  PairSums sums;
  for (Index lag = 1; lag < wanted.count; ++lag) {
    const auto k = static_cast<std::size_t>(lag);
    const auto pairs = static_cast<double>(wanted.count - lag);
    sums.product += by_lag[k] * wanted.sum_by_lag[k];
    sums.squares += pairs * by_lag[k] * by_lag[k];
    sums.misfit += pairs * by_lag[k] * by_lag[k] - 2 * by_lag[k] * wanted.sum_by_lag[k] + wanted.squares_by_lag[k];
  }
  sums.misfit = std::max(0.0, sums.misfit);  // rounding of sums that cancel
  return sums;
}

Stress stress_of(const WantedSums& wanted, const PairSums& given) {
  require(wanted.squares > 0, "stress: all target distances are zero");
  Stress stress;
  stress.raw = given.misfit / wanted.squares;
  stress.best_factor = given.squares > 0 ? given.product / given.squares : 0;
  const double removed = given.squares - given.product;  // (beta - c)^2 = (<E,E> - <D,E>)^2 / (<E,E> <D,D>)
  stress.scale = given.squares > 0 ? removed / given.squares * removed / wanted.squares : 0;
  // Where the stress is small, raw is a sum of squares and has all its digits; elsewhere 1 - c^2 has.
  const double shape =
      stress.raw < 1e-3 ? stress.raw - stress.scale : 1 - stress.best_factor * given.product / wanted.squares;
  stress.shape = std::clamp(shape, 0.0, 1.0);
  stress.kruskal = std::sqrt(stress.shape);
  return stress;
}

std::vector<double> lags_of(const PairDistances& distances) {
  const Index n = distances.count();
  Table row(1, n);
  distances.fill_rows(0, row.view());
  std::vector<double> by_lag(row.values);
  by_lag[0] = 0;
  const double size = *std::ranges::max_element(by_lag);
  for (const Index s : {Index{1}, Index{2}, n / 7, n / 5, n / 3, n / 2}) {
    if (s >= n - 1) continue;
    distances.fill_rows(s, row.view());
    for (Index t = s + 1; t < n; ++t)
      if (std::abs(row(0, t) - by_lag[static_cast<std::size_t>(t - s)]) > 1e-11 * size) return {};
  }
  return by_lag;
}

}  // namespace sextant::stress
