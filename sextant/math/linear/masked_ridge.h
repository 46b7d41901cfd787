// The best linear guess at masked variables from the others, x_M = S_MU (S_UU + ridge I)^-1 x_U, from the covariance S
// of the training rows. Every mask needs its own solution. The ridge is the one that would have been best on one half
// of the training rows with the covariance of the other, both ways.
#pragma once

#include <span>

#include "sextant/core/table.h"

namespace sextant::math {

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

/// What the guess with covariance `fitted` misses, where the truth has the covariance `truth`: mean square over the
/// masked.
double expected_error(const Table& fitted, const Table& truth, Mask mask, double ridge);

}  // namespace sextant::math
