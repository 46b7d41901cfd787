// Random walks are told from what returns to its mean; intervals of means by Student's t.
#include "sextant/math/statistics/unit_root.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sextant/core/random.h"
#include "sextant/math/statistics/student_interval.h"

namespace sextant::test {
namespace {

/// x(t) = memory x(t-1) + e(t).
std::vector<double> autoregression(double memory, std::uint64_t seed) {
  const Random random(seed, Stream::data);
  std::vector<double> series(600);
  for (std::size_t t = 1; t < series.size(); ++t) series[t] = memory * series[t - 1] + random.normal(t);
  return series;
}

TEST(UnitRoot, IsRejectedForWhatReturnsAndSeldomForWalks) {
  int walks = 0, slow = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    walks += dickey_fuller(autoregression(1, seed)) < unit_root_critical;
    slow += dickey_fuller(autoregression(0.9, seed)) < unit_root_critical;
  }
  EXPECT_LE(walks, 6);  // 5 % of 40 is 2
  EXPECT_EQ(slow, 40);
  EXPECT_EQ(dickey_fuller(std::vector<double>(50, 3.0)), 0) << "a constant tells nothing";
}

// The constant takes the level up: far from zero the verdict is the same.
TEST(UnitRoot, DoesNotDependOnTheLevel) {
  const std::vector<double> series = autoregression(0.9, 1);
  std::vector<double> raised = series;
  for (double& value : raised) value += 1e7;
  EXPECT_NEAR(dickey_fuller(raised), dickey_fuller(series), 1e-5);
}

TEST(StudentInterval, IsThatOfTheTables) {
  const std::vector<double> values{1, 2, 3};  // mean 2, s = 1, t(0.975, 2) = 4.3027
  const auto interval = student_interval(values);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->high - 2, 4.302653 / std::sqrt(3.0), 1e-5);
  EXPECT_NEAR(2 - interval->low, 4.302653 / std::sqrt(3.0), 1e-5);
  EXPECT_FALSE(student_interval(std::vector<double>{1}));
}

}  // namespace
}  // namespace sextant::test
