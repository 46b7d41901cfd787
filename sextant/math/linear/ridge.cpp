#include "sextant/math/linear/ridge.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"

namespace sextant::math {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Places = std::vector<Index>;

Places places_of(Mask mask, bool masked) {
  Places places;
  for (std::size_t i = 0; i < mask.size(); ++i)
    if ((mask[i] != 0) == masked) places.push_back(static_cast<Index>(i));
  return places;
}

Eigen::Map<const Matrix> map(const Table& table) { return {table.values.data(), table.rows, table.columns}; }

Eigen::LLT<Eigen::MatrixXd> factor(const Table& covariance, const Places& seen, double ridge) {
  Eigen::MatrixXd known = map(covariance)(seen, seen);
  known.diagonal().array() += ridge;
  Eigen::LLT<Eigen::MatrixXd> result(known);
  require(result.info() == Eigen::Success,
          "ridge regression: the covariance of the unmasked variables is not positive definite");
  return result;
}

double mean_variance(const Table& covariance) { return map(covariance).diagonal().mean(); }

}  // namespace

double expected_error(const Table& fitted, const Table& truth, Mask mask, double ridge) {
  const Places hidden = places_of(mask, true), seen = places_of(mask, false);
  require(!hidden.empty(), "ridge regression: nothing is masked");
  const auto c = map(truth);
  double error = 0;
  for (const Index i : hidden) error += c(i, i);
  if (!seen.empty()) {
    const Eigen::MatrixXd cross = map(fitted)(seen, hidden);
    const Eigen::MatrixXd weights = factor(fitted, seen, ridge).solve(cross);  // (seen, hidden)
    const Eigen::MatrixXd true_cross = c(seen, hidden), true_seen = c(seen, seen);
    error += (weights.array() * (true_seen * weights - 2 * true_cross).array()).sum();
  }
  return error / static_cast<double>(hidden.size());
}

Table masked_weights(const Table& covariance, double ridge, Mask mask) {
  const Places hidden = places_of(mask, true), seen = places_of(mask, false);
  Table weights(static_cast<Index>(hidden.size()), static_cast<Index>(seen.size()));
  if (hidden.empty() || seen.empty()) return weights;
  const Eigen::MatrixXd cross = map(covariance)(seen, hidden);
  const Eigen::MatrixXd solved = factor(covariance, seen, ridge).solve(cross);  // (seen, hidden)
  for (Index i = 0; i < weights.rows; ++i)
    for (Index j = 0; j < weights.columns; ++j) weights(i, j) = solved(j, i);
  return weights;
}

MaskedRidge::MaskedRidge(const Table& covariance, const std::vector<Table>& folds, const std::vector<Mask>& masks)
    : covariance_(covariance) {
  require(folds.size() == 2 && !masks.empty(),
          "ridge regression: two halves and a mask are required to choose the ridge");
  double least = std::numeric_limits<double>::infinity();
  for (double exponent = -4; exponent <= 1; exponent += 0.5) {
    const double ridge = std::pow(10.0, exponent) * mean_variance(covariance);
    double error = 0;
    for (const Mask mask : masks)
      error += expected_error(folds[0], folds[1], mask, ridge) + expected_error(folds[1], folds[0], mask, ridge);
    if (error >= least) continue;
    least = error;
    ridge_ = ridge / 2;  // twice the rows, half the noise in the covariance
  }
}

void guess_masked(const Table& covariance, double ridge, Mask mask, std::span<const double> values,
                  std::span<double> guesses) {
  const Places hidden = places_of(mask, true), seen = places_of(mask, false);
  std::copy(values.begin(), values.end(), guesses.begin());
  for (const Index i : hidden) guesses[static_cast<std::size_t>(i)] = 0;
  if (seen.empty()) return;
  Eigen::VectorXd known(static_cast<Index>(seen.size()));
  for (std::size_t i = 0; i < seen.size(); ++i)
    known(static_cast<Index>(i)) = values[static_cast<std::size_t>(seen[i])];
  const Eigen::VectorXd solved = factor(covariance, seen, ridge).solve(known);
  const auto s = map(covariance);
  for (const Index i : hidden) {
    double sum = 0;
    for (std::size_t j = 0; j < seen.size(); ++j) sum += s(i, seen[j]) * solved(static_cast<Index>(j));
    guesses[static_cast<std::size_t>(i)] = sum;
  }
}

void MaskedRidge::guess(Mask mask, std::span<const double> values, std::span<double> guesses) const {
  guess_masked(covariance_, ridge_, mask, values, guesses);
}

namespace {

constexpr double ridges[] = {1e-9, 1e-6, 1e-4, 1e-2, 1e-1, 1, 10, 1e3};  // of the mean eigenvalue
constexpr double least_variance = 1e-12;

}  // namespace

RidgeReadout::RidgeReadout(const Table& gram) : pairs_(solve_symmetric(gram)) {
  const double largest = pairs_.values.back();
  for (double& value : pairs_.values) {
    // Distances that no vectors have give negative ones; and what least_variance leaves of the direction of the centre
    // would count the constant twice beside a small ridge.
    if (!(value > least_variance * largest)) value = 0;
    mean_ += value / static_cast<double>(gram.rows);
  }
}

/// Sum of squares of what is left over where each point is left out. H = 1 1' / n + U s / (s + ridge) U'.
double RidgeReadout::errors(std::span<const double> centred, double ridge) const {
  const Index n = pairs_.vectors.rows;
  std::vector<double> fit(centred.size(), 0.0), leverage(centred.size(), 1 / static_cast<double>(n));
  for (Index k = 0; k < n; ++k) {
    const double value = pairs_.values[static_cast<std::size_t>(k)];
    if (!(value > 0)) continue;
    const double share = value / (value + ridge);
    double along = 0;
    for (Index i = 0; i < n; ++i) along += pairs_.vectors(i, k) * centred[static_cast<std::size_t>(i)];
    for (Index i = 0; i < n; ++i) {
      fit[static_cast<std::size_t>(i)] += share * along * pairs_.vectors(i, k);
      leverage[static_cast<std::size_t>(i)] += share * pairs_.vectors(i, k) * pairs_.vectors(i, k);
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < centred.size(); ++i) {
    const double left = (centred[i] - fit[i]) / (1 - leverage[i]);
    sum += left * left;
  }
  return sum;
}

double RidgeReadout::r_squared(std::span<const double> target) const {
  require(static_cast<Index>(target.size()) == pairs_.vectors.rows, "ridge readout: {} targets for {} vectors",
          target.size(), pairs_.vectors.rows);
  const auto n = static_cast<double>(target.size());
  double mean = 0, squares = 0;
  for (const double value : target) mean += value / n;
  std::vector<double> centred;
  for (const double value : target) {
    centred.push_back(value - mean);
    squares += (value - mean) * (value - mean);
  }
  const double of_mean = squares * n * n / ((n - 1) * (n - 1));  // y_i - mean of the others = n / (n - 1) (y_i - mean)
  if (!(of_mean > 0) || !(mean_ > 0)) return std::numeric_limits<double>::quiet_NaN();
  double best = -std::numeric_limits<double>::infinity();
  for (const double ridge : ridges) best = std::max(best, 1 - errors(centred, ridge * mean_) / of_mean);
  return best;
}

}  // namespace sextant::math
