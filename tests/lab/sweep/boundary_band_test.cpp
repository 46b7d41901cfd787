// Bands along a line, values between cells, and the look ahead.
#include "sextant/lab/sweep/boundary_band.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sextant/lab/sweep/boundary_proposal.h"
#include "sextant/math/statistics/distributions.h"
#include "tests/support/synthetic_boundary.h"

namespace sextant::test {
namespace {

TEST(Band, RunsFromTheLowerToTheUpperBound) {
  const auto bands = find_bands({0, 0, 0.1, 0.9, 1, 1}, 0.5, 0.95);
  ASSERT_EQ(bands.size(), 1U);
  EXPECT_NEAR(bands[0].lower, 0.5 + 0.5 * 0.25, 1e-12);
  EXPECT_NEAR(bands[0].upper, 1.5 + 0.5 * 0.75, 1e-12);
  ASSERT_EQ(bands[0].crossings.size(), 1U);
  EXPECT_NEAR(bands[0].crossings[0], 1.25, 1e-12);
  EXPECT_FALSE(bands[0].lower_open || bands[0].upper_open);
}

TEST(Band, FallsAsItRisesAndLeapsWithinOneCut) {
  const auto bands = find_bands({0, 1, 1, 0}, 1, 0.9);
  ASSERT_EQ(bands.size(), 2U);
  EXPECT_NEAR(bands[0].lower, 0.05, 1e-12);
  EXPECT_NEAR(bands[0].upper, 0.95, 1e-12);
  EXPECT_NEAR(bands[1].lower, 2.05, 1e-12);
  EXPECT_NEAR(bands[1].crossings.at(0), 2.5, 1e-12);
}

TEST(Band, IsOpenAtTheEdgeAndMayHaveNoCrossing) {
  const auto bands = find_bands({0.3, 0.3, 0, 0, 0.2}, 1, 0.95);
  ASSERT_EQ(bands.size(), 2U);
  EXPECT_TRUE(bands[0].lower_open);
  EXPECT_EQ(bands[0].lower, 0);
  EXPECT_TRUE(bands[0].crossings.empty());
  EXPECT_TRUE(bands[1].upper_open);
  EXPECT_EQ(bands[1].upper, 4);
  EXPECT_TRUE(find_bands({0, 0.01, 0}, 1, 0.95).empty());
  EXPECT_EQ(find_bands({0.5}, 1, 0.95).size(), 1U);
}

TEST(Band, IsAsWideAsTheGapThatASharpBoundaryFallsInto) {
  std::vector<Band> bands = {{2.4, 2.6, false, false, {2.5}}};
  widen_to_gaps(bands, {0, 0, 0.3, 0.7, 1, 1}, 0.95);
  EXPECT_EQ(bands[0].lower, 2.4);  // seeds disagree: the place within the gap was measured
  widen_to_gaps(bands, {1, 1, 0.95, 0.05, 0, 0}, 0.95);
  EXPECT_NEAR(bands[0].lower, 2.025, 1e-12);
  EXPECT_NEAR(bands[0].upper, 2.975, 1e-12);
}

TEST(DiagramAxis, ValuesBetweenCellsFollowTheSpacing) {
  EXPECT_NEAR((DiagramAxis{"x", {0.3, 0.4, 0.5}}.value_at(1.5)), 0.45, 1e-12);
  EXPECT_NEAR((DiagramAxis{"x", {1e-4, 1e-3, 1e-2}}.value_at(0.5)), std::sqrt(1e-7), 1e-12);
  EXPECT_EQ((DiagramAxis{"x", {1, 10, 100}}.value_at(2)), 100);
  EXPECT_NEAR((DiagramAxis{"x", {-1, 0, 2}}.value_at(1.25)), 0.5, 1e-12);
}

TEST(SpreadCells, AreDifferentAndAsManyAsAsked) {
  const DiagramShape shape{{make_axis("x", 5), make_axis("y", 4)}, 1};
  for (const Index count : {1, 4, 9, 20}) {
    const auto cells = spread_cells(shape, count, 7);
    EXPECT_EQ(cells.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(std::set<Index>(cells.begin(), cells.end()).size(), cells.size());
  }
}

/// The sum over cells of the entropy of P(majority), of each scale by itself as the forecast has it.
double doubt_of(const GaussianProcessClassifier& classifier, const Table& points) {
  const auto latent = classifier.predict(points);
  double doubt = 0;
  for (std::size_t i = 0; i < latent.mean.size(); ++i) {
    const double p = normal_probability(latent.mean[i] / std::sqrt(latent.variance[i]));
    doubt -= p * std::log2(p) + (1 - p) * std::log2(1 - p);
  }
  return doubt;
}

TEST(DoubtForecast, IsWhatAFurtherLabelReallyLeaves) {
  const DiagramShape shape{{make_axis("x", 9)}, 5};
  const Table points = shape.points();
  std::vector<LabelCounts> counts(9);
  counts[1] = {0, 2};
  counts[4] = {1, 1};
  counts[7] = {3, 0};
  const LabelModel model(shape, counts);
  const DoubtForecast forecast(shape, std::span(&model, 1));
  for (const Index cell : {0, 3, 4, 6}) {
    double expected = 0;
    for (const bool positive : {true, false}) {
      auto further = counts;
      ++(positive ? further[static_cast<std::size_t>(cell)].positive
                  : further[static_cast<std::size_t>(cell)].negative);
      for (const auto& [weight, classifier] : model.components()) {
        const auto latent = classifier.predict(points);
        const auto at = static_cast<std::size_t>(cell);
        const double p = normal_probability(latent.mean[at] / std::sqrt(1 + latent.variance[at]));
        const GaussianProcessClassifier refitted(points, further, classifier.scales());
        expected += weight * (positive ? p : 1 - p) * doubt_of(refitted, points);
      }
    }
    EXPECT_NEAR(forecast.expected_doubt(cell), expected, 0.02 * expected) << cell;
  }
}

TEST(DoubtForecast, SpreadsABatch) {
  const DiagramShape shape{{make_axis("x", 9)}, 5};
  std::vector<LabelCounts> counts(9);
  counts[0] = {0, 2};
  counts[8] = {2, 0};
  const LabelModel model(shape, counts);
  DoubtForecast forecast(shape, std::span(&model, 1));
  const double before = forecast.expected_doubt(4);
  const double elsewhere = forecast.expected_doubt(0);
  forecast.anticipate(4);
  // A second run in the same cell removes less than the first did.
  EXPECT_LT(elsewhere - forecast.expected_doubt(4), 2 * (elsewhere - before));
  EXPECT_LT(forecast.expected_doubt(0), elsewhere);
}

}  // namespace
}  // namespace sextant::test
