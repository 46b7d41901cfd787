// Masked variables from a few common factors: probabilistic principal components (Tipping & Bishop 1999). The
// covariance S becomes V (L - v I) V' + v I with the k leading eigenpairs (L, V) of S and v the mean of the others; the
// guess is the linear one of ridge.h under it. k is the one that would have been best on one half of the
// training rows with the covariance of the other, both ways.
#pragma once

#include "sextant/math/linear/ridge.h"

namespace sextant::math {

class MaskedFactors {
 public:
  /// As MaskedRidge.
  MaskedFactors(const Table& covariance, const std::vector<Table>& folds, const std::vector<Mask>& masks);

  void guess(Mask mask, std::span<const double> values, std::span<double> guesses) const;
  Index factors() const { return factors_; }

 private:
  Table covariance_;  // of the model
  Index factors_ = 0;
};

}  // namespace sextant::math
