// Histograms: every finite value is counted once, in its bin.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::test {
namespace {

TEST(Histogram, CountsEveryFiniteValueOnce) {
  const std::vector<double> values = {0, 0.1, 1, 2, 2.9, 3, 4, std::nan(""), std::numeric_limits<double>::infinity()};
  const Histogram histogram = make_histogram(values, 4);
  EXPECT_EQ(histogram.low, 0);
  EXPECT_EQ(histogram.high, 4);
  EXPECT_EQ(histogram.counts, (std::vector<Index>{2, 1, 2, 2}));
}

TEST(Histogram, OfOneValueHasNoBins) {
  EXPECT_TRUE(make_histogram(std::vector<double>{1, 1, 1}, 4).counts.empty());
  EXPECT_TRUE(make_histogram(std::vector<double>{}, 4).counts.empty());
}

}  // namespace
}  // namespace sextant::test
