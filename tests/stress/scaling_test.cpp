// Stress and classical scaling of distributions whose answers are known in closed form.
#include <gtest/gtest.h>

#include "sextant/math/linear/distances.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/stress/classical_scaling.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/stress/rank_curve.h"
#include "sextant/stress/smacof.h"
#include "sextant/stress/stress.h"
#include "tests/support/error_text.h"
#include "tests/support/small_tables.h"
#include "tests/support/stress_subject.h"

namespace sextant::test {
namespace {

std::vector<double> line_lags(Index n, double slope = 1) {
  std::vector<double> lags;
  for (Index k = 0; k < n; ++k) lags.push_back(slope * static_cast<double>(k));
  return lags;
}

Stress stress_by(const PairDistances& wanted, const PairDistances& given) {
  const StressSums sums = sum_pairs(wanted, {&given});
  return stress_of(sums.wanted, sums.given[0]);
}

Table cut(const Table& points, Index rank) {
  Table result(points.rows, rank);
  for (Index i = 0; i < points.rows; ++i)
    for (Index k = 0; k < rank; ++k) result(i, k) = points(i, k);
  return result;
}

TEST(GeometryOracles, ThreeOneHotsOnOneAxis) {
  const HellingerGram gram = one_hots(3);
  const Scaling scaling = scale_gram(table_of(gram), Keep::positive);
  const auto wanted = distances_of_gram(gram);
  const Stress stress = stress_by(*wanted, *distances_of_vectors(cut(scaling.points, 1)));
  // Two eigenvalues are equal, so the axis is the solver's choice, but not what it costs once it is turned: any axis in
  // their plane gives alpha* within these bounds, and full rank gives zero.
  EXPECT_NEAR(stress_by(*wanted, *distances_of_vectors(scaling.points)).raw, 0, 1e-20);
  EXPECT_LE(stress.raw, 0.5 + 1e-12);  // 1 - l1 / (l1 + l2)
  Table axis(3, 1);
  axis(0, 0) = std::sqrt(0.5);
  axis(2, 0) = -std::sqrt(0.5);
  const Stress known = stress_by(*wanted, *distances_of_vectors(axis));
  EXPECT_NEAR(known.raw, 1.0 / 6, 1e-12);
  EXPECT_NEAR(known.best_factor, 4.0 / 3, 1e-12);
  EXPECT_NEAR(known.shape, 1.0 / 9, 1e-12);
  EXPECT_NEAR(known.raw, known.shape + known.scale, 1e-14);
}

TEST(GeometryOracles, OneHotsHaveEqualEigenvalues) {
  for (const Index n : {4, 16, 64}) {
    const Scaling scaling = scale_gram(table_of(one_hots(n)), Keep::positive);
    ASSERT_EQ(scaling.points.columns, n - 1);
    for (Index k = 0; k + 1 < n; ++k) EXPECT_NEAR(scaling.eigenvalues[static_cast<std::size_t>(k)], 1, 1e-12);
    EXPECT_NEAR(scaling.eigenvalues.back(), 0, 1e-12);
    const SpectrumRanks ranks = ranks_of_spectrum(scaling.eigenvalues);
    EXPECT_EQ(ranks.numerical, n - 1);
    EXPECT_NEAR(ranks.participation, static_cast<double>(n - 1), 1e-9);
    EXPECT_NEAR(ranks.entropy, static_cast<double>(n - 1), 1e-9);
  }
}

TEST(GeometryOracles, ALineAmongEqualDistances) {
  for (const Index n : {3, 16, 64, 300}) {
    const auto wanted = distances_of_gram(one_hots(n));
    const StressSums sums = sum_pairs(*wanted, {});
    const Stress line = stress_of(sums.wanted, sum_lags(sums.wanted, line_lags(n)));
    EXPECT_NEAR(line.shape, 1.0 / 3 - 2 / (3 * static_cast<double>(n)), 1e-12) << n;
    // The sums by lag say the same as the pass over pairs.
    const Stress passed = stress_by(*wanted, *distances_of_lags(line_lags(n)));
    EXPECT_NEAR(passed.raw, line.raw, 1e-9 * line.raw);
    EXPECT_NEAR(passed.shape, line.shape, 1e-12);
    EXPECT_TRUE(std::isnan(sums.wanted.toeplitz_share()));  // nothing to explain
  }
  EXPECT_NEAR(1.0 / 3 - 2.0 / 192, 0.3229167, 5e-8);
}

TEST(GeometryOracles, AQuarterArc) {
  const struct {
    Index n;
    double leading, line;
  } oracles[] = {{16, .954226, 7.50036e-4}, {64, .957879, 6.28029e-4}, {256, .958822, 5.99359e-4}};
  for (const auto& oracle : oracles) {
    const HellingerGram gram = quarter_arc(oracle.n);
    const Scaling scaling = scale_gram(table_of(gram), Keep::positive);
    ASSERT_EQ(scaling.points.columns, 2);
    EXPECT_NEAR(scaling.eigenvalues[0] / (scaling.eigenvalues[0] + scaling.eigenvalues[1]), oracle.leading, 5e-7);
    const auto wanted = distances_of_gram(gram);
    EXPECT_NEAR(stress_by(*wanted, *distances_of_lags(line_lags(oracle.n))).shape, oracle.line, 5e-10);
    const auto mds = distances_of_vectors(scaling.points);
    EXPECT_NEAR(stress_by(*wanted, *mds).raw, 0, 1e-18);
    const Table given = mds->table(), asked = wanted->table();
    for (std::size_t i = 0; i < given.values.size(); ++i) ASSERT_NEAR(given.values[i], asked.values[i], 1e-9);
    // Chords of an arc depend on the lag alone.
    EXPECT_NEAR(sum_pairs(*wanted, {}).wanted.toeplitz_share(), 1, 1e-12);
    EXPECT_FALSE(lags_of(*wanted).empty());
  }
}

TEST(GeometryOracles, TheTraceIsTheSumOfSquares) {
  const HellingerGram gram = quarter_arc(40);
  double trace = 0;
  for (const double value : scale_gram(table_of(gram), Keep::positive).eigenvalues) trace += value;
  EXPECT_NEAR(sum_pairs(*distances_of_gram(gram), {}).wanted.squares, 40 * trace, 1e-10);
}

TEST(HellingerGram, PanelsProductsAndTermsAgree) {
  // Frequent and rare tokens, so that both ways are taken; two different factors.
  std::vector<std::vector<double>> roots(90, std::vector<double>(50, 0.0));
  const Random random(5, Stream::data);
  for (std::size_t t = 0; t < 90; ++t)
    for (std::size_t v = 0; v < 50; ++v)
      if (v < 10 || random.uniform(t * 50 + v) < 0.04) roots[t][v] = random.uniform(10000 + t * 50 + v);
  const HellingerGram same = gram_of(roots);
  const Table table = table_of(same);
  std::vector<double> vector(90), result(90);
  for (std::size_t t = 0; t < 90; ++t) vector[t] = random.normal(20000 + t);
  same.apply(vector, result);
  for (Index s = 0; s < 90; ++s) {
    double product = 0;
    for (Index t = 0; t < 90; ++t) {
      double expected = 0;
      for (std::size_t v = 0; v < 50; ++v)
        expected += roots[static_cast<std::size_t>(s)][v] * roots[static_cast<std::size_t>(t)][v];
      ASSERT_NEAR(table(s, t), expected, 1e-12);
      product += expected * vector[static_cast<std::size_t>(t)];
    }
    EXPECT_NEAR(result[static_cast<std::size_t>(s)], product, 1e-11);
    EXPECT_NEAR(same.diagonal()[static_cast<std::size_t>(s)], table(s, s), 1e-12);
  }
  Table rows(7, 90);
  same.fill_rows(33, rows.view());
  for (Index i = 0; i < 7; ++i)
    for (Index t = 33; t < 90; ++t) ASSERT_NEAR(rows(i, t), table(33 + i, t), 1e-12);
}

TEST(ClassicalScaling, LanczosAgreesWithTheDenseSolver) {
  std::vector<std::vector<double>> roots(60, std::vector<double>(40, 0.0));
  const Random random(6, Stream::data);
  for (std::size_t t = 0; t < 60; ++t)
    for (std::size_t v = 0; v < 40; ++v) roots[t][v] = random.uniform(t * 40 + v) / (1 + static_cast<double>(v));
  const HellingerGram gram = gram_of(roots);
  const Scaling dense = scale_gram(table_of(gram), Keep::positive, 5);
  const Scaling lanczos = scale_gram(gram, Keep::positive, 5);
  ASSERT_EQ(lanczos.points.columns, 5);
  EXPECT_FALSE(lanczos.complete);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(lanczos.eigenvalues[k], dense.eigenvalues[k], 1e-10);
  const Table one = euclidean_distances(dense.points), two = euclidean_distances(lanczos.points);
  for (std::size_t i = 0; i < one.values.size(); ++i) ASSERT_NEAR(one.values[i], two.values[i], 1e-9);
}

TEST(ClassicalScaling, KeepsWhatStandsAboveTheNoise) {
  Table gram(4, 4);  // centred, eigenvalues 3, 0.5, -1 on orthonormal contrasts
  const double axes[3][4] = {{.5, .5, -.5, -.5}, {.5, -.5, .5, -.5}, {.5, -.5, -.5, .5}};
  const double values[3] = {3, .5, -1};
  for (Index s = 0; s < 4; ++s)
    for (Index t = 0; t < 4; ++t)
      for (int k = 0; k < 3; ++k) gram(s, t) += values[k] * axes[k][s] * axes[k][t];
  EXPECT_EQ(scale_gram(gram, Keep::positive).points.columns, 2);
  EXPECT_EQ(scale_gram(gram, Keep::above_noise).points.columns, 1);
  EXPECT_NEAR(scale_gram(gram, Keep::above_noise).smallest, -1, 1e-12);
}

TEST(RankCurve, FallsAndStaysBelowItsBound) {
  const HellingerGram gram = gram_of([] {
    std::vector<std::vector<double>> roots(24, std::vector<double>(30));
    const Random random(7, Stream::data);
    for (std::size_t t = 0; t < 24; ++t)
      for (std::size_t v = 0; v < 30; ++v) roots[t][v] = random.uniform(t * 30 + v);
    return roots;
  }());
  const Table distances = distances_of_gram(gram)->table();
  const Scaling scaling = scale_gram(table_of(gram), Keep::positive);
  double total = 0;
  for (const double value : scaling.eigenvalues) total += std::max(0.0, value);
  const auto curve = stress_by_rank(distances, scaling.points, total);
  ASSERT_EQ(static_cast<Index>(curve.size()), scaling.points.columns);
  for (std::size_t k = 0; k < curve.size(); ++k) {
    EXPECT_LE(curve[k].stress.raw, curve[k].bound + 1e-12);
    if (k > 0) {
      EXPECT_LT(curve[k].stress.raw, curve[k - 1].stress.raw);
    }
    const auto direct = stress_by(*distances_of_table(distances),
                                  *distances_of_vectors(cut(scaling.points, static_cast<Index>(k) + 1)));
    EXPECT_NEAR(curve[k].stress.raw, direct.raw, 1e-12);
  }
  EXPECT_NEAR(curve.back().stress.raw, 0, 1e-18);
  EXPECT_EQ(smallest_rank(curve, curve[4].stress.raw), 5);
  EXPECT_EQ(smallest_rank(curve, -1), 0);
}

TEST(Smacof, NeverRaisesTheStressAndBeatsScaling) {
  const Table wanted = euclidean_distances(normal_table(20, 6, 8));
  const Table start = scale_gram(centred_gram(wanted), Keep::positive, 2).points;
  const double before = smacof(wanted, start, {}, {.iterations = 0}).stress;
  double last = before;
  for (const Index iterations : {1, 2, 5, 20, 100}) {
    const Smacof result = smacof(wanted, start, {}, {.iterations = iterations, .tolerance = 0});
    EXPECT_LE(result.stress, last + 1e-15) << iterations;
    last = result.stress;
  }
  EXPECT_LT(last, 0.9 * before);
  // Weights of one are no weights; a pair that weighs more fits better.
  Table weights(20, 20);
  for (double& weight : weights.values) weight = 1;
  const Smacof plain = smacof(wanted, start, {}, {.iterations = 30, .tolerance = 0});
  const Smacof ones = smacof(wanted, start, weights, {.iterations = 30, .tolerance = 0});
  for (std::size_t i = 0; i < plain.points.values.size(); ++i)
    ASSERT_NEAR(plain.points.values[i], ones.points.values[i], 1e-9);
  weights(3, 11) = weights(11, 3) = 1000;
  const Table heavy = euclidean_distances(smacof(wanted, start, weights).points);
  EXPECT_NEAR(heavy(3, 11), wanted(3, 11), 1e-2);
  weights.values.assign(400, 0.0);
  EXPECT_TRUE(contains(error_text([&] { smacof(wanted, start, weights); }), "do not connect all positions"));
}

TEST(Mantel, SeesOrderAndOnlyOrder) {
  const Table wanted = euclidean_distances(normal_table(30, 2, 9));
  Table cubes = wanted;
  for (double& value : cubes.values) value = value * value * value;
  const MantelTest test(wanted, 199, 1);
  EXPECT_NEAR(test.measure(cubes).correlation, 1, 1e-12);
  EXPECT_NEAR(test.measure(cubes).p, 1.0 / 200, 1e-15);
  EXPECT_GT(test.measure(euclidean_distances(normal_table(30, 2, 10))).p, 0.02);
  EXPECT_TRUE(std::isnan(test.measure(Table(30, 30)).correlation));
}

TEST(Lags, AreFoundOnlyWhereThereIsNothingElse) {
  EXPECT_EQ(lags_of(*distances_of_lags(line_lags(50, 0.25))), line_lags(50, 0.25));
  for (const Index odd : {0, 1, 2, 17, 48, 49}) {
    Table points(50, 1);
    for (Index t = 0; t < 50; ++t) points(t, 0) = static_cast<double>(t) + (t == odd ? 0.3 : 0);
    EXPECT_TRUE(lags_of(*distances_of_vectors(points)).empty()) << odd;
  }
}

}  // namespace
}  // namespace sextant::test
