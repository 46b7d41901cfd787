#include "sextant/math/linear/masked_ridge.h"

#include <Eigen/Dense>
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

void MaskedRidge::guess(Mask mask, std::span<const double> values, std::span<double> guesses) const {
  const Places hidden = places_of(mask, true), seen = places_of(mask, false);
  std::copy(values.begin(), values.end(), guesses.begin());
  for (const Index i : hidden) guesses[static_cast<std::size_t>(i)] = 0;
  if (seen.empty()) return;
  Eigen::VectorXd known(static_cast<Index>(seen.size()));
  for (std::size_t i = 0; i < seen.size(); ++i)
    known(static_cast<Index>(i)) = values[static_cast<std::size_t>(seen[i])];
  const Eigen::VectorXd solved = factor(covariance_, seen, ridge_).solve(known);
  const auto s = map(covariance_);
  for (const Index i : hidden) {
    double sum = 0;
    for (std::size_t j = 0; j < seen.size(); ++j) sum += s(i, seen[j]) * solved(static_cast<Index>(j));
    guesses[static_cast<std::size_t>(i)] = sum;
  }
}

}  // namespace sextant::math
