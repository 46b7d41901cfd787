// Statistics: values that can be counted by hand, edges, determinism, coverage. tests/oracles/scipy has the rest.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/core/random.h"
#include "sextant/math/statistics/bootstrap.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using Values = std::vector<double>;

Values normal_values(std::size_t n, std::uint64_t seed, double shift = 0) {
  Values values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = shift + Random(seed, Stream::data).normal(i);
  return values;
}

TEST(Statistics, EqualValuesHaveTheirMeanAndNoDeviation) {
  for (const double value : {0.1, 1.0 / 3, 1e-300, -7.7}) {
    EXPECT_EQ(mean(Values(7, value)), value);
    EXPECT_EQ(standard_deviation(Values(7, value)), 0);
  }
  EXPECT_TRUE(std::isnan(standard_deviation(Values{3})));
}

TEST(Statistics, ExactTestsCountAssignmentsOfSigns) {
  const Values rising{1, 2, 3, 4, 5};
  EXPECT_EQ(wilcoxon_test(rising).p, 2.0 / 32);  // only all plus and all minus are as extreme
  EXPECT_EQ(sign_flip_test(rising).p, 2.0 / 32);
  const Values one_against{-1, 2, 3, 4, 5};  // and those with rank 1 flipped
  EXPECT_EQ(wilcoxon_test(one_against).p, 4.0 / 32);
  EXPECT_EQ(sign_flip_test(one_against).p, 4.0 / 32);
  const Values tied{1, 1, -1, 1};  // sums of ranks 2.5 k: one minus or three, and none or four
  EXPECT_EQ(wilcoxon_test(tied).statistic, 2.5);
  EXPECT_EQ(wilcoxon_test(tied).p, 10.0 / 16);
  EXPECT_EQ(sign_flip_test(tied).p, 10.0 / 16);
  const Values tenths{0.1, 0.2, 0.3, 0.6, -0.4};  // sums that are equal but for rounding count as equal
  EXPECT_EQ(sign_flip_test(tenths).p, 14.0 / 32);
}

TEST(Statistics, DifferencesOfZeroAreNoEvidence) {
  EXPECT_EQ(wilcoxon_test(Values{0, 1, 0, 2, 3, 4, 5}).p, 2.0 / 32);
  EXPECT_EQ(wilcoxon_test(Values(9, 0.0)).p, 1);
  EXPECT_EQ(sign_flip_test(Values(9, 0.0)).p, 1);
  EXPECT_EQ(sign_flip_test(Values(30, 0.0)).p, 1);
  EXPECT_EQ(wilcoxon_test(Values{}).p, 1);
  EXPECT_EQ(sign_flip_test(Values{}).p, 1);
  EXPECT_TRUE(std::isnan(paired_t_test(Values(9, 0.0)).p));
  EXPECT_EQ(paired_t_test(Values(9, 0.1)).p, 0);
}

TEST(Statistics, NoTestGivesLessThanTheSmallestP) {
  for (std::size_t n = 1; n <= 20; ++n) {
    const Values rising = normal_values(n, n, 100);
    const double least = smallest_paired_p(static_cast<Index>(n));
    EXPECT_EQ(wilcoxon_test(rising).p, least) << n;
    if (n <= 16) {
      EXPECT_EQ(sign_flip_test(rising).p, least) << n;
    }
  }
}

TEST(Statistics, DrawnSignFlipsAreNearTheExactShare) {
  const Values d = normal_values(20, 3, 0.7);
  double extreme = 0, observed = 0;
  for (const double one : d) observed += one;
  for (unsigned signs = 0; signs < 1u << 20; ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) sum += (signs >> i & 1) != 0 ? -d[i] : d[i];
    if (std::abs(sum) >= std::abs(observed)) extreme += 1;
  }
  const double exact = std::ldexp(extreme, -20);
  ASSERT_GT(exact, 0.01);
  ASSERT_LT(exact, 0.5);
  EXPECT_NEAR(sign_flip_test(d).p, exact, 5 * std::sqrt(exact * (1 - exact) / 99'999));
  EXPECT_EQ(sign_flip_test(d).p, sign_flip_test(d).p);
  EXPECT_NE(sign_flip_test(d, 99'999, 2).p, sign_flip_test(d).p);
  // More signs than a block of random words holds: were they used twice, the halves would always cancel.
  Values halves(256, 1);
  std::fill(halves.begin() + 128, halves.end() - 1, -1);
  EXPECT_NEAR(sign_flip_test(halves).p, 0.9502, 0.005);  // 1 - binomial(256, 128) / 2^256
}

TEST(Statistics, HolmByHand) {
  const Values adjusted = holm_adjusted(Values{0.01, 0.04, 0.03, 0.005});
  const Values expected{0.03, 0.06, 0.06, 0.02};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_DOUBLE_EQ(adjusted[i], expected[i]);
  EXPECT_EQ(holm_adjusted(Values{0.6, 0.9}), (Values{1, 1}));
  EXPECT_TRUE(holm_adjusted(Values{}).empty());
}

TEST(Statistics, SpearmanSeesOnlyOrder) {
  const Values x{1, 2, 3, 4, 5}, grows{1, 10, 100, 1000, 10000}, falls{9, 7, 5, 3, 1};
  EXPECT_EQ(spearman(x, grows).value, 1);
  EXPECT_EQ(spearman(x, falls).value, -1);
  EXPECT_EQ(spearman(x, falls).p, 0);
  EXPECT_TRUE(std::isnan(spearman(x, Values(5, 2)).value));
  EXPECT_TRUE(contains(error_text([&] { spearman(x, Values{1}); }), "given 5 and 1 values"));
}

TEST(Bootstrap, IsAFunctionOfValuesAndSeed) {
  const Values x = normal_values(15, 1);
  EXPECT_EQ(resample_means(x, 100, 1), resample_means(x, 100, 1));
  EXPECT_NE(resample_means(x, 100, 1), resample_means(x, 100, 2));
  const auto first = resample_means(x, 50, 1), more = resample_means(x, 100, 1);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), more.begin()));
}

TEST(Bootstrap, EdgesHaveNoIntervalOrAPoint) {
  EXPECT_FALSE(bootstrap_mean(Values{}));
  EXPECT_FALSE(bootstrap_mean(Values{1}));
  const auto point = bootstrap_mean(Values(6, 0.1));  // whose plain sum, divided by 6, is not 0.1
  ASSERT_TRUE(point);
  EXPECT_EQ(point->low, 0.1);
  EXPECT_EQ(point->high, 0.1);
  const auto two = bootstrap_mean(Values{0, 1});
  ASSERT_TRUE(two);
  EXPECT_EQ(two->low, 0);
  EXPECT_EQ(two->high, 1);
  EXPECT_TRUE(contains(error_text([] { bootstrap_mean(Values{1, 2}, {.confidence = 1}); }), "between 0 and 1, not 1"));
}

// Of 400 samples of 15, the interval should hold the true mean in about 95 of 100 cases; the bootstrap of a small
// sample is known to be a little short (Efron & Tibshirani, section 14.3). The bounds are five standard errors wide.
TEST(Bootstrap, CoversTheTrueMean) {
  for (const auto kind : {BootstrapOptions::Kind::percentile, BootstrapOptions::Kind::bca}) {
    double covered = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      const auto interval = bootstrap_mean(normal_values(15, seed, 3), {.kind = kind, .resamples = 999});
      if (interval->low <= 3 && 3 <= interval->high) covered += 1;
    }
    EXPECT_NEAR(covered / 400, 0.92, 5 * std::sqrt(0.92 * 0.08 / 400));
  }
}

}  // namespace
}  // namespace sextant::test
