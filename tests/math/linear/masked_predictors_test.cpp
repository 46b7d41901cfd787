// Simple predictors of masked variables where the best guess is known, and partial correlations in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/math/linear/masked_factors.h"
#include "sextant/math/linear/masked_neighbours.h"
#include "sextant/math/linear/partial_correlations.h"

namespace sextant::test {
namespace {

/// One factor with the given loadings, and noise of variance `noise`.
Table one_factor(const std::vector<double>& loadings, double noise) {
  const auto n = static_cast<Index>(loadings.size());
  Table covariance(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      covariance(i, j) =
          loadings[static_cast<std::size_t>(i)] * loadings[static_cast<std::size_t>(j)] + (i == j ? noise : 0);
  return covariance;
}

TEST(MaskedFactors, FindOneFactorAndGuessAsTheTruthWould) {
  const Table truth = one_factor({1, 1, -1, 1, 1, -1}, 0.5);
  const std::vector<std::uint8_t> mask{1, 0, 0, 0, 1, 0};
  const MaskedFactors factors(truth, {truth, truth}, {mask});
  EXPECT_EQ(factors.factors(), 1);
  const std::vector<double> values{9, 1, -2, 0.5, 9, -1};
  std::vector<double> guesses(6);
  factors.guess(mask, values, guesses);
  const double best =
      (1 + 2 + 0.5 + 1) / (4 + 0.5);  // posterior mean of the factor: sum of signed values / (n + noise)
  EXPECT_NEAR(guesses[0], best, 1e-9);
  EXPECT_NEAR(guesses[4], best, 1e-9);
  EXPECT_EQ(guesses[1], 1);
}

TEST(MaskedNeighbours, TakeTheNearestWithItsSign) {
  Table covariance(4, 4);
  for (Index i = 0; i < 4; ++i) covariance(i, i) = 1;
  covariance(0, 1) = covariance(1, 0) = -0.9;  // alone in knowing each other
  covariance(2, 3) = covariance(3, 2) = 0.8;
  const std::vector<std::uint8_t> mask{1, 0, 1, 0};
  const MaskedNeighbours nearest(covariance, {covariance, covariance}, {mask});
  EXPECT_EQ(nearest.neighbours(), 1);
  std::vector<double> guesses(4);
  nearest.guess(mask, std::vector<double>{5, 2, 5, 3}, guesses);
  EXPECT_NEAR(guesses[0], -0.9 * 2, 1e-12);
  EXPECT_NEAR(guesses[2], 0.8 * 3, 1e-12);
}

TEST(PartialCorrelations, AreZeroBetweenTheEndsOfAChain) {
  Table chain(3, 3);  // a Markov chain: 0 and 2 know each other through 1 alone
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) chain(i, j) = std::pow(0.6, static_cast<double>(std::abs(i - j)));
  const Table plain = correlations_of_covariance(chain), partial = partial_correlations(chain, 0);
  EXPECT_NEAR(plain(0, 2), 0.36, 1e-12);
  EXPECT_NEAR(partial(0, 2), 0, 1e-12);
  EXPECT_GT(partial(0, 1), 0.4);
  EXPECT_LT(partial_correlations(chain, 1)(0, 1), partial(0, 1)) << "a ridge shrinks them";
}

}  // namespace
}  // namespace sextant::test
