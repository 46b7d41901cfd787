// Successive halving: the plan, who stays, and how sure the last word is.
#include "sextant/lab/sweep/halving.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

std::vector<std::pair<Index, Index>> plan(Index values, Index first, Index most) {
  std::vector<std::pair<Index, Index>> result;
  for (const auto& round : plan_halving({values, first, most})) result.emplace_back(round.values, round.seeds);
  return result;
}

TEST(Halving, HalvesValuesAndDoublesSeedsUntilTwoAreLeft) {
  EXPECT_EQ(plan(9, 2, 16), (std::vector<std::pair<Index, Index>>{{9, 2}, {5, 4}, {3, 8}, {2, 16}}));
  EXPECT_EQ(plan(9, 2, 4), (std::vector<std::pair<Index, Index>>{{9, 2}, {5, 4}, {3, 4}, {2, 4}}));
  EXPECT_EQ(plan(2, 1, 3), (std::vector<std::pair<Index, Index>>{{2, 1}, {2, 2}, {2, 3}}));
  EXPECT_EQ(plan(1, 2, 8), (std::vector<std::pair<Index, Index>>{{1, 2}}));
  EXPECT_TRUE(contains(error_text([] { plan_halving({3, 4, 2}); }), "expected 1 to 2 seeds"));
}

TEST(Halving, KeepsTheBestInTheirOrder) {
  const std::vector<HalvingCandidate> all{{0.1, {0.2, 0.4}}, {0.2, {0.9, 0.7}}, {0.3, {0.8, 0.8}}, {0.4, {1.0, 0.9}}};
  const auto kept = keep_best(all, 2);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].value, 0.2);  // as good as 0.3, and before it
  EXPECT_EQ(kept[1].value, 0.4);
}

TEST(Halving, IsSureWhereEverySeedAgreesAndNotWhereOneDecides) {
  const auto sure = share_of_wins({{0.1, {0.2, 0.3, 0.1}}, {0.2, {0.9, 0.8, 0.7}}});
  EXPECT_NEAR(sure->at(1), 1, 1e-9);
  // The differences are 1, -0.4, -0.4: the second wins only where the first seed is not drawn.
  const auto unsure = share_of_wins({{0.1, {1.0, 0.0, 0.0}}, {0.2, {0.0, 0.4, 0.4}}});
  EXPECT_NEAR(unsure->at(1), 8.0 / 27, 0.02);
  EXPECT_FALSE(share_of_wins({{0.1, {1.0}}}).has_value());
}

}  // namespace
}  // namespace sextant::test
