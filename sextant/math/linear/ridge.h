// Ridge regression: from unmasked to masked columns, and from rows to labels.
#pragma once

#include <span>

#include "sextant/core/table.h"
#include "sextant/math/linear/eigen.h"

namespace sextant::math {

// The best linear guess at masked variables from the others, x_M = S_MU (S_UU + ridge I)^-1 x_U, from the covariance S
// of the training rows. Every mask needs its own solution. The ridge is the one that would have been best on one half
// of the training rows with the covariance of the other, both ways.

using Mask = std::span<const std::uint8_t>;  // (variables) 1: masked

class MaskedRidge {
 public:
  /// `covariance` and the `folds`, covariances of the two halves, are (variables, variables), of columns with mean 0.
  /// The ridge is chosen for masks like `masks`.
  MaskedRidge(const Table& covariance, const std::vector<Table>& folds, const std::vector<Mask>& masks);

  /// `guesses` (variables) where masked; elsewhere the values themselves.
  void guess(Mask mask, std::span<const double> values, std::span<double> guesses) const;

  double ridge() const { return ridge_; }

 private:
  const Table& covariance_;
  double ridge_ = 0;
};

/// The guess itself, of any covariance: `guesses` (variables) where masked; elsewhere the values themselves.
void guess_masked(const Table& covariance, double ridge, Mask mask, std::span<const double> values,
                  std::span<double> guesses);

/// Its weights: (masked, unmasked), each in the order of the variables.
Table masked_weights(const Table& covariance, double ridge, Mask mask);

/// What the guess with covariance `fitted` misses, where the truth has the covariance `truth`: mean square over the
/// masked.
double expected_error(const Table& fitted, const Table& truth, Mask mask, double ridge);

// Linear readout of a number from vectors, judged on vectors that it was not fitted to. Ridge regression with a free
// constant; leaving one out costs no second fit: y_i - f_{-i}(x_i) = (y_i - f(x_i)) / (1 - H_ii) (Allen 1974).

class RidgeReadout {
 public:
  /// `gram` (n, n) holds the inner products of the vectors around their centre (centred_gram).
  explicit RidgeReadout(const Table& gram);

  /// 1 - (squared errors left out) / (squared errors of the mean of the others), for the best of some ridges: 1 where
  /// the target is a linear function of the vectors, 0 where nothing helps. Not a number where the target is constant.
  double r_squared(std::span<const double> target) const;

 private:
  double errors(std::span<const double> centred, double ridge) const;

  EigenPairs pairs_;
  double mean_ = 0;  // eigenvalue
};

}  // namespace sextant::math
