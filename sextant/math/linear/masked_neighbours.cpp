#include "sextant/math/linear/masked_neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

using Order = std::vector<std::vector<Index>>;

Order sort_by_correlation(const Table& covariance) {
  Order nearest(static_cast<std::size_t>(covariance.rows));
  for (Index i = 0; i < covariance.rows; ++i) {
    auto& own = nearest[static_cast<std::size_t>(i)];
    for (Index j = 0; j < covariance.rows; ++j)
      if (j != i) own.push_back(j);
    std::ranges::stable_sort(own, std::greater<>(), [&](Index j) {
      const double variance = covariance(j, j);
      return variance > 0 ? std::abs(covariance(i, j)) / std::sqrt(variance) : 0.0;
    });
  }
  return nearest;
}

/// Weights of the nearest unmasked variables: a sign each, times one slope.
struct Average {
  std::vector<Index> places;
  std::vector<double> weights;
};

Average average_nearest(const Table& covariance, const std::vector<Index>& nearest, Mask mask, Index i, Index count) {
  Average result;
  for (const Index j : nearest) {
    if (static_cast<Index>(result.places.size()) == count) break;
    if (mask[static_cast<std::size_t>(j)] != 0) continue;
    result.places.push_back(j);
    result.weights.push_back(covariance(i, j) < 0 ? -1.0 : 1.0);
  }
  double product = 0, square = 0;  // of the signed sum with variable i, and with itself
  for (std::size_t a = 0; a < result.places.size(); ++a) {
    product += result.weights[a] * covariance(i, result.places[a]);
    for (std::size_t b = 0; b < result.places.size(); ++b)
      square += result.weights[a] * result.weights[b] * covariance(result.places[a], result.places[b]);
  }
  for (double& weight : result.weights) weight *= square > 0 ? product / square : 0;
  return result;
}

/// What it misses under the covariance `truth`: the sum over the masked.
double missed(const Table& fitted, const Order& nearest, const Table& truth, Mask mask, Index count) {
  double error = 0;
  for (Index i = 0; i < fitted.rows; ++i) {
    if (mask[static_cast<std::size_t>(i)] == 0) continue;
    const Average own = average_nearest(fitted, nearest[static_cast<std::size_t>(i)], mask, i, count);
    error += truth(i, i);
    for (std::size_t a = 0; a < own.places.size(); ++a) {
      error -= 2 * own.weights[a] * truth(i, own.places[a]);
      for (std::size_t b = 0; b < own.places.size(); ++b)
        error += own.weights[a] * own.weights[b] * truth(own.places[a], own.places[b]);
    }
  }
  return error;
}

}  // namespace

MaskedNeighbours::MaskedNeighbours(const Table& covariance, const std::vector<Table>& folds,
                                   const std::vector<Mask>& masks)
    : covariance_(covariance), nearest_(sort_by_correlation(covariance)) {
  require(folds.size() == 2 && !masks.empty(),
          "nearest variables: two halves and a mask are required to choose their number");
  const Order halves[2] = {sort_by_correlation(folds[0]), sort_by_correlation(folds[1])};
  double least = std::numeric_limits<double>::infinity();
  for (Index count = 1; count < std::min<Index>(covariance.rows, 33); count *= 2) {
    double error = 0;
    for (const Mask mask : masks)
      error += missed(folds[0], halves[0], folds[1], mask, count) + missed(folds[1], halves[1], folds[0], mask, count);
    if (error >= least) continue;
    least = error;
    count_ = count;
  }
}

void MaskedNeighbours::guess(Mask mask, std::span<const double> values, std::span<double> guesses) const {
  std::copy(values.begin(), values.end(), guesses.begin());
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) continue;
    const Average own = average_nearest(covariance_, nearest_[i], mask, static_cast<Index>(i), count_);
    guesses[i] = 0;
    for (std::size_t a = 0; a < own.places.size(); ++a)
      guesses[i] += own.weights[a] * values[static_cast<std::size_t>(own.places[a])];
  }
}

}  // namespace sextant::math
