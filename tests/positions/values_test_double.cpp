// The numbers of single encodings against their formulas, written out again the plain way.
#include <cmath>
#include <numbers>

#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"
#include "tests/support/positions_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

Table rows_of(const std::string& name, const EncodingContext& place, const Tree& options = Tree::object()) {
  return make_subject(name, place, options)->position->geometry().table;
}

TEST(Sinusoidal, IsSineAtEvenAndCosineAtOddColumns) {
  const Table table = rows_of("sinusoidal", make_place(Arrangement::index(7), 6), {{"base", 100.0}});
  for (Index t = 0; t < 7; ++t)
    for (Index i = 0; i < 3; ++i) {
      const double angle = static_cast<double>(t) / std::pow(100.0, 2.0 * static_cast<double>(i) / 6.0);
      EXPECT_NEAR(table(t, 2 * i), std::sin(angle), 1e-14);
      EXPECT_NEAR(table(t, 2 * i + 1), std::cos(angle), 1e-14);
    }
}

TEST(Sinusoidal, CountsCls) {
  const Table plain = rows_of("sinusoidal", make_place(Arrangement::index(7)));
  const Table behind = rows_of("sinusoidal", make_place(Arrangement::index(6).with_cls()));
  for (Index t = 0; t < 6; ++t)
    for (Index j = 0; j < 8; ++j) EXPECT_EQ(behind(t, j), plain(t + 1, j));
}

TEST(Grid, FirstHalfEncodesTheColumnAndSecondTheRow) {
  const EncodingContext place = make_place(Arrangement::grid({3, 4}), 8);
  const Table waves = rows_of("sinusoidal", make_place(Arrangement::index(4), 4));
  const Table table = rows_of("grid", place);
  const Table other = rows_of("grid", place, {{"order", "first_first"}});
  for (Index row = 0; row < 3; ++row)
    for (Index column = 0; column < 4; ++column)
      for (Index j = 0; j < 4; ++j) {
        EXPECT_EQ(table(row * 4 + column, j), waves(column, j));
        EXPECT_EQ(table(row * 4 + column, 4 + j), waves(row, j));
        EXPECT_EQ(other(row * 4 + column, j), waves(row, j));
        EXPECT_EQ(other(row * 4 + column, 4 + j), waves(column, j));
      }
}

TEST(Grid, OfAnIndexIsTheSinusoid) {
  EXPECT_EQ(rows_of("grid", make_place(Arrangement::index(9))).values,
            rows_of("sinusoidal", make_place(Arrangement::index(9))).values);
}

/// The vectors that an encoding of given rows starts with: (length, width).
Table given_rows(const std::string& name, const EncodingContext& place, const Tree& options = Tree::object()) {
  const auto subject = make_subject(name, place, options);
  Table rows(subject->length(), place.width);
  rows.values = subject->parameters.list().front().given;
  return rows;
}

TEST(Mds, HasTheDistancesOfTheArrangement) {
  const Arrangement grid = Arrangement::grid({3, 4});
  const Table wanted = grid.as_distances("test");
  const Table table = given_rows("mds", make_place(grid.with_cls(), 8));
  const Table distances = euclidean_distances(table);
  for (Index s = 0; s < 12; ++s)
    for (Index t = 0; t < 12; ++t) EXPECT_NEAR(distances(1 + s, 1 + t), wanted(s, t), 1e-12);
  for (Index j = 0; j < 8; ++j) EXPECT_EQ(table(0, j), 0);           // CLS stands nowhere
  for (Index t = 0; t < 13; ++t) EXPECT_NEAR(table(t, 2), 0, 1e-6);  // a plane has two axes
}

TEST(Mds, KeepsItsWidestAxesAndTheNormAskedFor) {
  const EncodingContext place = make_place(Arrangement::grid({3, 6}), 8);
  const Table table = given_rows("mds", place, {{"rank", 1}, {"norm", 2.5}});
  double squares = 0;
  for (const double value : table.values) squares += value * value;
  EXPECT_NEAR(squares / 18, 2.5 * 2.5, 1e-12);
  EXPECT_NEAR(table(0, 0), table(6, 0), 1e-12);  // the longer side is kept: columns differ, rows do not
  EXPECT_GT(std::abs(table(0, 0) - table(1, 0)), 0.1);
}

TEST(Laplacian, OfAPathIsItsCosines) {
  const Index n = 9;
  const Table table = rows_of("laplacian", make_place(Arrangement::index(n), 12),
                              {{"normalised", false}, {"trained_projection", false}});
  for (Index k = 1; k < n; ++k) {  // column k - 1; columns n - 1 and on are padding
    std::vector<double> wave;
    for (Index i = 0; i < n; ++i)
      wave.push_back(std::numbers::sqrt2 * std::cos(std::numbers::pi * static_cast<double>(k) *
                                                    (static_cast<double>(i) + 0.5) / static_cast<double>(n)));
    // The first of the largest entries is positive; the mirror image of an entry is equally large.
    double largest = 0;
    for (const double value : wave)
      if (std::abs(value) > std::abs(largest) + 1e-9) largest = value;
    for (Index i = 0; i < n; ++i)
      EXPECT_NEAR(table(i, k - 1), std::copysign(1.0, largest) * wave[static_cast<std::size_t>(i)], 1e-12)
          << "wave " << k << " at " << i;
  }
  for (Index j = n - 1; j < 12; ++j)
    for (Index i = 0; i < n; ++i) EXPECT_EQ(table(i, j), 0);
}

TEST(Laplacian, NormalisedColumnsAreEigenvectorsOfUnitMeanSquare) {
  Table weights(5, 5);
  TestNumbers numbers(2);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < i; ++j) weights(i, j) = weights(j, i) = std::abs(numbers.next());
  const Table table = rows_of("laplacian", make_place(Arrangement::graph(weights)), {{"trained_projection", false}});
  std::vector<double> degree(5, 0.0);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j) degree[static_cast<std::size_t>(i)] += weights(i, j);
  for (Index k = 0; k < 4; ++k) {
    double square = 0;
    double eigenvalue = 0;
    std::vector<double> image(5, 0.0);
    for (Index i = 0; i < 5; ++i) {
      square += table(i, k) * table(i, k) / 5;
      image[static_cast<std::size_t>(i)] = table(i, k);
      for (Index j = 0; j < 5; ++j)
        image[static_cast<std::size_t>(i)] -=
            weights(i, j) / std::sqrt(degree[static_cast<std::size_t>(i)] * degree[static_cast<std::size_t>(j)]) *
            table(j, k);
      eigenvalue += table(i, k) * image[static_cast<std::size_t>(i)] / 5;
    }
    EXPECT_NEAR(square, 1, 1e-12);
    EXPECT_GT(eigenvalue, 1e-3);
    for (Index i = 0; i < 5; ++i) EXPECT_NEAR(image[static_cast<std::size_t>(i)], eigenvalue * table(i, k), 1e-12);
  }
}

TEST(LowRank, HasTheRankAskedFor) {
  for (const Index rank : {1, 3, 5}) {
    const Table table = rows_of("low_rank", make_place(Arrangement::index(11), 8), {{"rank", rank}});
    Table gram(8, 8);
    for (Index i = 0; i < 8; ++i)
      for (Index j = 0; j < 8; ++j)
        for (Index t = 0; t < 11; ++t) gram(i, j) += table(t, i) * table(t, j);
    const std::vector<double> values = solve_symmetric(gram).values;
    Index found = 0;
    for (const double value : values) found += value > 1e-12 * values.back() ? 1 : 0;
    EXPECT_EQ(found, rank);
  }
}

TEST(Rotary, TurnsEachPairByItsCoordinateTimesItsFrequency) {
  Table points(3, 2);
  points.values = {0.5, -1, 2, 0.25, -3, 4};
  for (const bool half : {false, true}) {
    const auto subject = make_subject("rotary", make_place(Arrangement::coordinates(points), 8, 2, 8),
                                      {{"pairing", half ? "half" : "interleaved"}, {"base", 100.0}});
    TestNumbers numbers(6);
    Tensor x;
    numbers.fill(x.shape(3, 16));
    Tensor turned = x;
    subject->position->rotate(turned.view(), std::vector<std::int32_t>{0, 1, 2});
    for (Index token = 0; token < 3; ++token)
      for (Index head = 0; head < 2; ++head)
        for (Index axis = 0; axis < 2; ++axis)
          for (Index pair = 0; pair < 2; ++pair) {  // frequencies 1 and 100^(-2/4)
            const Index start = head * 8 + axis * 4;
            const Index a = start + (half ? pair : 2 * pair);
            const Index b = half ? a + 2 : a + 1;
            const double angle = points(token, axis) * (pair == 0 ? 1.0 : 0.1);
            const double xa = x.view()(token, a);
            const double xb = x.view()(token, b);
            EXPECT_NEAR(turned.view()(token, a), xa * std::cos(angle) - xb * std::sin(angle), 1e-14);
            EXPECT_NEAR(turned.view()(token, b), xa * std::sin(angle) + xb * std::cos(angle), 1e-14);
          }
  }
}

TEST(T5Bias, BucketsAreThePublishedOnes) {
  // The table's row k is filled with k, so the bias shows the bucket. Offsets are key - query.
  struct Row {
    Index offset, both_ways, causal;
  };
  const std::vector<Row> rows{{0, 0, 0},     {-1, 1, 1},    {-7, 7, 7},     {-8, 8, 8},     {-11, 8, 11},
                              {-12, 9, 12},  {-16, 10, 16}, {-31, 11, 21},  {-32, 12, 21},  {-64, 14, 26},
                              {-90, 14, 29}, {-91, 15, 29}, {-128, 15, 31}, {-140, 15, 31}, {1, 17, 0},
                              {7, 23, 0},    {8, 24, 0},    {140, 31, 0}};
  for (const bool causal : {false, true}) {
    const auto subject = make_subject("t5_bias", make_place(Arrangement::index(150), 8, 1, 8, causal));
    for (Index k = 0; k < 32; ++k) subject->parameters.find("position.table").value(k, 0) = static_cast<real>(k);
    subject->position->prepare();
    const Tensor queries(150, 8);
    const Tensor scores = scores_of(*subject, queries.view(), 0);
    for (const Row& row : rows) {
      const Index query = row.offset < 0 ? 145 : 3;
      EXPECT_EQ(scores.view()(query, query + row.offset), static_cast<real>(causal ? row.causal : row.both_ways))
          << "offset " << row.offset << " causal " << causal;
    }
  }
}

TEST(Alibi, LowersByTheSlopeTimesTheDistance) {
  const auto slopes_of = [](Index heads, const char* rule) {
    const auto subject = make_subject("alibi", make_place(Arrangement::index(4), 8, heads, 4), {{"slopes", rule}});
    std::vector<double> slopes;
    const Tensor queries(4, 4);
    for (Index head = 0; head < heads; ++head) {
      const Tensor scores = scores_of(*subject, queries.view(), head);
      slopes.push_back(-scores.view()(2, 3));
      EXPECT_EQ(scores.view()(0, 3), 3 * scores.view()(2, 3));
      EXPECT_EQ(scores.view()(3, 0), 3 * scores.view()(2, 3));
    }
    return slopes;
  };
  EXPECT_EQ(slopes_of(4, "geometric"), (std::vector<double>{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256}));
  EXPECT_EQ(slopes_of(4, "press"), slopes_of(4, "geometric"));
  EXPECT_EQ(slopes_of(1, "geometric"), (std::vector<double>{1.0 / 256}));
  const std::vector<double> press = slopes_of(3, "press");  // of two heads, then the first of four
  EXPECT_EQ(press, (std::vector<double>{1.0 / 16, 1.0 / 256, 1.0 / 4}));
  EXPECT_NEAR(slopes_of(3, "geometric")[1], std::pow(2.0, -16.0 / 3), 1e-15);
}

TEST(Alibi, TwelvePublishedSlopesAreALineOfTheKnownLength) {
  const Table line = rows_of("alibi", make_place(Arrangement::index(3), 8, 12, 4), {{"slopes", "press"}});
  double square = 0;
  for (Index head = 0; head < 12; ++head) {
    square += line(1, head) * line(1, head);
    EXPECT_EQ(line(2, head), 2 * line(1, head));
  }
  EXPECT_NEAR(std::sqrt(square), 0.9987, 5e-5);
}

TEST(Relative, AddsTheScaledProductOfQueryAndOffsetVector) {
  TestNumbers numbers(4);
  for (const Index n : {6, 70})  // within one block of queries and beyond
    for (const bool causal : {false, true})
      for (const Index clip : {0, 2}) {
        const auto subject =
            make_subject("relative", make_place(Arrangement::index(n), 8, 1, 5, causal), {{"clip", clip}});
        const Parameter& table = subject->parameters.find("position.table");
        const Index reach = clip == 0 ? n - 1 : clip;
        ASSERT_EQ(table.rows, causal ? reach + 1 : 2 * reach + 1);
        Tensor queries, d_scores;
        numbers.fill(queries.shape(n, 5));
        numbers.fill(d_scores.shape(n, n));
        const Tensor scores = scores_of(*subject, queries.view(), 0, 0.3);
        Tensor d_queries, wanted_d_queries, wanted_d_table;
        d_queries.shape_zero(n, 5);
        subject->position->scores_backward(d_scores.view(), queries.view(), d_queries.view(), 0, 0.3, all_positions(n));
        wanted_d_queries.shape_zero(n, 5);
        wanted_d_table.shape_zero(table.rows, 5);
        for (Index i = 0; i < n; ++i)
          for (Index j = 0; j < n; ++j) {
            const Index row = std::clamp(j - i, -reach, reach) + reach;
            double wanted = 0;
            for (Index k = 0; k < 5 && (!causal || j <= i); ++k) {
              wanted += 0.3 * queries.view()(i, k) * table.value(row, k);
              wanted_d_queries.view()(i, k) += 0.3 * d_scores.view()(i, j) * table.value(row, k);
              wanted_d_table.view()(row, k) += 0.3 * d_scores.view()(i, j) * queries.view()(i, k);
            }
            ASSERT_NEAR(scores.view()(i, j), wanted, 1e-13);
          }
        for (Index k = 0; k < d_queries.size(); ++k)
          ASSERT_NEAR(d_queries.data()[k], wanted_d_queries.data()[k], 1e-12);
        for (Index k = 0; k < table.size(); ++k) ASSERT_NEAR(table.gradient.data[k], wanted_d_table.data()[k], 1e-12);
      }
}

TEST(Fire, IsTheNetworkOfTheNormalisedDistance) {
  const bool both[]{false, true};
  for (const bool causal : both)
    for (const bool index : both) {
      const Arrangement arrangement = index ? Arrangement::index(6) : Arrangement::grid({2, 3});
      const auto subject =
          make_subject("fire", make_place(arrangement, 8, 2, 4, causal), {{"hidden", 5}, {"threshold", 2.2}});
      const auto value = [&](const char* name, Index i, Index j) {
        return subject->parameters.find(std::string("position.") + name).value(i, j);
      };
      const Table distances = arrangement.as_distances("test");
      const Tensor queries(6, 4);
      for (Index head = 0; head < 2; ++head) {
        const Tensor scores = scores_of(*subject, queries.view(), head);
        for (Index i = 0; i < 6; ++i)
          for (Index j = 0; j < 6; ++j) {
            if (causal && j > i) continue;
            const double reach = index ? static_cast<double>(std::max(i, j)) : std::sqrt(5.0);
            const double scale = std::max(value("threshold", 0, 0) * 2.2, reach);
            const double c = value("c", 0, 0);
            const double u = std::log(c * distances(i, j) + 1) / (std::log(c * scale + 1) + 1e-6);
            double wanted = value("out.bias", 0, head);
            for (Index h = 0; h < 5; ++h)
              wanted +=
                  value("out.weight", head, h) * std::max(0.0, value("in.weight", h, 0) * u + value("in.bias", 0, h));
            EXPECT_NEAR(scores.view()(i, j), wanted, 1e-13);
          }
      }
    }
}

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
