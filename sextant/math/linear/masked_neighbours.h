// Masked variables from their k nearest ones: the unmasked variables with the largest |r|, each with the sign of its
// correlation, averaged and scaled by the slope that fits the covariance best. k is the one that would have been best
// on one half of the training rows with the covariance of the other, both ways.
#pragma once

#include "sextant/math/linear/ridge.h"

namespace sextant::math {

class MaskedNeighbours {
 public:
  /// As MaskedRidge.
  MaskedNeighbours(const Table& covariance, const std::vector<Table>& folds, const std::vector<Mask>& masks);

  void guess(Mask mask, std::span<const double> values, std::span<double> guesses) const;
  Index neighbours() const { return count_; }

 private:
  const Table& covariance_;
  std::vector<std::vector<Index>> nearest_;  // of each variable: the others, the nearest first
  Index count_ = 1;
};

}  // namespace sextant::math
