#include "sextant/math/linear/masked_factors.h"

#include <algorithm>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/math/linear/eigen.h"

namespace sextant::math {
namespace {

constexpr double least_noise = 1e-6;  // of the mean variance: keeps the model positive definite

/// V (L - v I) V' + v I.
Table keep_factors(const EigenPairs& pairs, Index factors) {
  const auto n = static_cast<Index>(pairs.values.size());
  double rest = 0, all = 0;
  for (Index k = 0; k < n; ++k) {
    const double value = pairs.values[static_cast<std::size_t>(k)];
    all += value / static_cast<double>(n);
    if (k < n - factors) rest += value / static_cast<double>(n - factors);
  }
  const double noise = std::max(rest, least_noise * all);
  Table result(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      double sum = i == j ? noise : 0;
      for (Index k = n - factors; k < n; ++k)
        sum += std::max(0.0, pairs.values[static_cast<std::size_t>(k)] - noise) * pairs.vectors(i, k) *
               pairs.vectors(j, k);  // variables that are copies of each other have eigenvalues below the noise
      result(i, j) = result(j, i) = sum;
    }
  return result;
}

}  // namespace

MaskedFactors::MaskedFactors(const Table& covariance, const std::vector<Table>& folds, const std::vector<Mask>& masks) {
  require(folds.size() == 2 && !masks.empty(),
          "factor model: two halves and a mask are required to choose the number of factors");
  const EigenPairs halves[2] = {solve_symmetric(folds[0]), solve_symmetric(folds[1])};
  double least = std::numeric_limits<double>::infinity();
  for (Index factors = 1; factors < covariance.rows; factors = factors < 4 ? factors + 1 : factors * 3 / 2) {
    double error = 0;
    for (std::size_t half = 0; half < 2; ++half) {
      const Table model = keep_factors(halves[half], factors);
      for (const Mask mask : masks) error += expected_error(model, folds[1 - half], mask, 0);
    }
    if (error >= least * (1 - 1e-9)) continue;  // fewer factors where more are no better
    least = error;
    factors_ = factors;
  }
  covariance_ = keep_factors(solve_symmetric(covariance), factors_);
}

void MaskedFactors::guess(Mask mask, std::span<const double> values, std::span<double> guesses) const {
  guess_masked(covariance_, 0, mask, values, guesses);
}

}  // namespace sextant::math
