// Distances, ranks and t-SNE: closed forms and what must not change. tests/oracles/scipy has the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include "sextant/math/linear/condensation.h"
#include "sextant/math/linear/decompositions.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/math/linear/trustworthiness.h"
#include "sextant/math/linear/tsne.h"
#include "tests/support/error_text.h"
#include "tests/support/small_tables.h"

namespace sextant::test {
namespace {

TEST(Similarity, IsOneOnTheDiagonalAndBlindToLength) {
  Table vectors = normal_table(6, 4, 1);
  const Table before = cosine_similarities(vectors);
  for (Index j = 0; j < 4; ++j) vectors(2, j) *= 7;
  const Table after = cosine_similarities(vectors);
  for (Index s = 0; s < 6; ++s) {
    EXPECT_EQ(before(s, s), 1);
    for (Index t = 0; t < 6; ++t) {
      EXPECT_NEAR(after(s, t), before(s, t), 1e-14);
      EXPECT_LE(std::abs(before(s, t)), 1 + 1e-14);
    }
  }
  for (Index j = 0; j < 4; ++j) vectors(2, j) = 0;
  EXPECT_TRUE(std::isnan(cosine_similarities(vectors)(2, 2)));
  EXPECT_TRUE(std::isnan(cosine_similarities(vectors)(1, 2)));
}

// From 512 rows on LAPACK solves, where OpenBLAS is installed (ADR 0022). A circulant matrix has a known spectrum.
TEST(Eigen, OfManyRowsAreThoseOfACircle) {
  const Index n = 514;
  const auto entry = [&](Index apart) { return std::exp(-0.1 * static_cast<double>(std::min(apart, n - apart))); };
  Table circle(n, n);
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < n; ++t) circle(s, t) = entry(std::abs(s - t));
  std::vector<double> expected;
  for (Index k = 0; k < n; ++k) {
    double value = 0;
    for (Index apart = 0; apart < n; ++apart)
      value +=
          entry(apart) * std::cos(2 * std::numbers::pi * static_cast<double>(k * apart % n) / static_cast<double>(n));
    expected.push_back(value);
  }
  std::ranges::sort(expected);
  const EigenPairs pairs = solve_symmetric(circle);
  for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_NEAR(pairs.values[k], expected[k], 1e-11) << k;
  for (const Index k : {Index{0}, Index{1}, n / 2, n - 1})
    for (Index i = 0; i < n; ++i) {
      double product = 0;
      for (Index j = 0; j < n; ++j) product += circle(i, j) * pairs.vectors(j, k);
      ASSERT_NEAR(product, pairs.values[static_cast<std::size_t>(k)] * pairs.vectors(i, k), 1e-11);
    }
}

TEST(Gram, OfDistancesIsThatOfCentredVectors) {
  const Table plane = principal_components(normal_table(7, 2, 2), 2).points;
  const Table gram = centred_gram(euclidean_distances(plane));
  for (Index s = 0; s < 7; ++s)
    for (Index t = 0; t < 7; ++t) EXPECT_NEAR(gram(s, t), plane(s, 0) * plane(t, 0) + plane(s, 1) * plane(t, 1), 1e-12);
}

TEST(SingularValues, OfADiagonalAndTheirRanks) {
  Table matrix(3, 4);
  matrix(0, 1) = -3;
  matrix(1, 3) = 4;
  const auto values = singular_values(matrix);
  ASSERT_EQ(values.size(), 3u);
  EXPECT_NEAR(values[0], 4, 1e-14);
  EXPECT_NEAR(values[1], 3, 1e-14);
  EXPECT_NEAR(values[2], 0, 1e-14);
  EXPECT_NEAR(stable_rank(values), 1 + 9.0 / 16, 1e-14);
  EXPECT_NEAR(effective_rank(std::vector<double>(5, 0.3)), 5, 1e-13);
  EXPECT_NEAR(stable_rank(std::vector<double>(5, 0.3)), 5, 1e-13);
  EXPECT_EQ(effective_rank(std::vector<double>(3, 0.0)), 0);
  EXPECT_EQ(stable_rank(std::vector<double>(3, 0.0)), 0);
}

TEST(Neighbours, AreSymmetricSumToOneAndKeepThePerplexity) {
  const Table p = neighbour_probabilities(equal_distances(8), 7);
  for (Index i = 0; i < 8; ++i)
    for (Index j = 0; j < 8; ++j) EXPECT_NEAR(p(i, j), i == j ? 0 : 1.0 / 56, 1e-14);
  const Table q = neighbour_probabilities(euclidean_distances(normal_table(20, 3, 4)), 5);
  EXPECT_NEAR(std::accumulate(q.values.begin(), q.values.end(), 0.0), 1, 1e-12);
  for (Index i = 0; i < 20; ++i)
    for (Index j = 0; j < i; ++j) EXPECT_EQ(q(i, j), q(j, i));
  EXPECT_TRUE(contains(error_text([] { neighbour_probabilities(equal_distances(8), 8); }), "1 to 7 for 8 points"));
}

TEST(TSne, IsDeterministicAndBetterThanARandomLayout) {
  for (const Index n : {4, 9, 40}) {
    const Table distances = euclidean_distances(normal_table(n, 5, 5));
    const Tsne one = tsne(distances), two = tsne(distances);
    EXPECT_EQ(one.points.values, two.points.values);
    const Table p = neighbour_probabilities(distances, one.perplexity);
    EXPECT_NEAR(neighbour_divergence(p, one.points), one.divergence, 1e-12);
    double least = 1e9;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Table layout = normal_table(n, 2, 100 + seed);
      for (double& value : layout.values) value *= 3;
      least = std::min(least, neighbour_divergence(p, layout));
    }
    EXPECT_LT(one.divergence, least) << n;
  }
}

TEST(TSne, KeepsClustersApart) {
  Table points = normal_table(30, 6, 6);
  for (Index i = 0; i < 30; ++i) points(i, i % 3) += 12;
  const Table layout = euclidean_distances(tsne(euclidean_distances(points)).points);
  double widest = 0, nearest = 1e9;
  for (Index i = 0; i < 30; ++i)
    for (Index j = 0; j < i; ++j)
      if (i % 3 == j % 3)
        widest = std::max(widest, layout(i, j));
      else
        nearest = std::min(nearest, layout(i, j));
  EXPECT_LT(widest, nearest);
}

TEST(Condensation, FindsTheDirectionsThatRowsShare) {
  Table rows(7, 3);  // three rows along x, two along y, one against y, one of zeros
  const std::vector<std::vector<double>> values = {{2, 0, 0.1}, {0, 3, 0}, {5, 0.2, 0}, {0, -1, 0},
                                                   {0.1, 1, 0}, {1, 0, 0}, {0, 0, 0}};
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 3; ++j) rows(i, j) = values[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  const Condensation found = condense(rows, 0.7);
  EXPECT_EQ(found.sizes, (std::vector<Index>{3, 2, 1}));
  EXPECT_EQ(std::set<Index>(found.order.begin(), found.order.begin() + 3), (std::set<Index>{0, 2, 5}));
  EXPECT_EQ(found.order.back(), 3);
  EXPECT_NEAR(found.share_above, 4.0 / 15, 1e-12);
  EXPECT_NEAR(found.cosines(5, 3), -1, 1e-2);
  EXPECT_EQ(condense(Table(3, 4), 0.7).directions(), 0);
}

TEST(Trustworthiness, IsOneForTheTruthAndCountsFalseNeighbours) {
  Table line(8, 1), swapped(8, 1);
  for (Index i = 0; i < 8; ++i) line(i, 0) = swapped(i, 0) = static_cast<double>(i * i);
  std::swap(swapped(0, 0), swapped(7, 0));
  const Table truth = euclidean_distances(line);
  EXPECT_EQ(trustworthiness(truth, truth, 3), 1);
  // By hand with one neighbour: 0 is put next to 6 (rank 6), 7 next to 1 (rank 6), 1 next to 7 (rank 7), 6 next to 5.
  EXPECT_NEAR(trustworthiness(truth, euclidean_distances(swapped), 1), 1 - 2.0 * (5 + 5 + 6) / (8 * 12), 1e-12);
}

}  // namespace
}  // namespace sextant::test
