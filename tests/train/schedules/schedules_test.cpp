// Schedules against the numbers of the paper and their formulas.
#include <gtest/gtest.h>

#include "sextant/core/tree.h"
#include "sextant/train/schedules/schedule.h"

namespace sextant::test {
namespace {

std::unique_ptr<Schedule> make(const std::string& kind, const Tree& options) {
  const auto& variant = schedules().find(kind);
  const auto own = variant.make_options();
  read_options(options, "schedule", {own.get()});
  return variant.make(*own);
}

TEST(Schedules, ZhangsNumbers) {
  const auto schedule = make("warmup_cosine", Tree::object());
  constexpr Index steps = 77'700;  // 210 epochs of 370 steps
  const auto rate = [&](Index step) { return schedule->rate(1e-5, step, steps); };
  EXPECT_DOUBLE_EQ(rate(0), 1e-5);
  EXPECT_NEAR(rate(1850), 1e-5 * 13, 1e-18);  // half-way up
  EXPECT_DOUBLE_EQ(rate(3700), 2.5e-4);
  EXPECT_NEAR(rate(3700 + 37'000), 1e-5 * 13, 1e-18);  // half-way down
  EXPECT_DOUBLE_EQ(rate(steps), 1e-5);
  EXPECT_LT(rate(3699), rate(3700));
  EXPECT_LT(rate(steps - 1), 1.0001e-5);
}

TEST(Schedules, ConstantWithWarmup) {
  const auto plain = make("constant", Tree::object());
  EXPECT_EQ(plain->rate(0.3, 0, 10), 0.3);
  EXPECT_EQ(plain->rate(0.3, 9, 10), 0.3);
  const auto warm = make("constant", {{"warmup", 4}});
  EXPECT_DOUBLE_EQ(warm->rate(0.4, 0, 10), 0.1);
  EXPECT_DOUBLE_EQ(warm->rate(0.4, 2, 10), 0.3);
  EXPECT_DOUBLE_EQ(warm->rate(0.4, 3, 10), 0.4);
  EXPECT_DOUBLE_EQ(warm->rate(0.4, 9, 10), 0.4);
}

TEST(Schedules, EveryRateIsFiniteAndNotNegative) {
  for (const auto& variant : schedules().variants())
    for (const Index steps : {1, 2, 3700, 3701, 5000}) {
      const auto schedule = variant.make(*variant.make_options());
      for (Index step = 0; step < steps; ++step) {
        const double rate = schedule->rate(1e-3, step, steps);
        ASSERT_TRUE(rate >= 0 && rate < 1) << variant.name << " step " << step << " of " << steps;
      }
    }
}

TEST(Schedules, RefuseNegativeSteps) {
  for (const auto& variant : schedules().variants())
    EXPECT_THROW(make(variant.name, {{"warmup", -1}}), Error) << variant.name;
}

}  // namespace
}  // namespace sextant::test
