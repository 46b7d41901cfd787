// The race between settings: a wrong winner no more often than promised, whatever the distribution of the scores, and
// the best one found with fewer runs than the grid has.
#include "sextant/lab/sweep/race.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using Draw = std::function<double(std::mt19937_64&)>;

struct Outcome {
  std::optional<Index> winner;
  bool tied = false;
  Index runs = 0;
};

/// `scores` of a setting's run.
Outcome run_race(const RaceOptions& options, const std::function<double(Index setting)>& score) {
  Race race(options);
  Index runs = 0;
  for (auto round = race.propose(); !round.empty(); round = race.propose())
    for (const auto& run : round) {
      race.observe(run, score(run.setting));
      ++runs;
    }
  return {race.winner(), race.tied(), runs};
}

/// Scores as runs have them: normal, succeeding half of the time, failing rarely, very skewed, of few values.
const std::vector<Draw>& distributions() {
  static const std::vector<Draw> all{
      [](auto& engine) { return std::normal_distribution()(engine); },
      [](auto& engine) { return (engine() % 2 ? 1 : 0.5) + 0.01 * std::normal_distribution()(engine); },
      [](auto& engine) { return (engine() % 10 ? 1 : 0.5) + 0.001 * std::normal_distribution()(engine); },
      [](auto& engine) { return -std::lognormal_distribution(0.0, 1.5)(engine); },
      [](auto& engine) { return static_cast<double>(engine() % 3); },
  };
  return all;
}

TEST(Race, DeclaresAWinnerAmongEqualsNoMoreOftenThanPromised) {
  constexpr int experiments = 2000;  // of each kind: 10,000 for two settings and 10,000 for four
  std::mt19937_64 engine(1);
  for (const Index settings : {2, 4})
    for (const auto& draw : distributions()) {
      int false_winners = 0;
      for (int i = 0; i < experiments; ++i)
        false_winners += run_race({settings, 30}, [&](Index) { return draw(engine); }).winner.has_value();
      EXPECT_LE(false_winners, 0.05 * experiments) << settings << " settings";
    }
}

TEST(Race, FindsTheBestWithFewerRunsThanTheGrid) {
  std::mt19937_64 engine(2);
  int right = 0, wrong = 0;
  Index runs = 0;
  for (int i = 0; i < 200; ++i) {
    const auto outcome =
        run_race({4, 15}, [&](Index setting) { return std::normal_distribution()(engine) + (setting == 2 ? 4 : 0); });
    right += outcome.winner == 2;
    wrong += outcome.winner && outcome.winner != 2;
    runs += outcome.runs;
  }
  EXPECT_GE(right, 190);
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(runs, 200 * 4 * 15 * 6 / 10);  // the least possible is 8 of 15 seeds
}

TEST(Race, WithAMarginEqualsAreSaidToBeEqual) {
  std::mt19937_64 engine(3);
  const auto near = [&](Index) { return 0.9 + 0.001 * std::normal_distribution()(engine); };
  EXPECT_TRUE(run_race({.settings = 2, .seeds = 30, .margin = 0.02}, near).tied);
  EXPECT_FALSE(run_race({.settings = 2, .seeds = 30, .margin = 0}, near).tied);
  const auto apart = [&](Index setting) { return near(setting) + 0.1 * static_cast<double>(setting); };
  EXPECT_EQ(run_race({.settings = 2, .seeds = 30, .margin = 0.02}, apart).winner, 1);
}

TEST(Race, GoesOnWithoutRunsThatFailed) {
  Race race({.settings = 2, .seeds = 20});
  Index failed = 0;
  for (auto round = race.propose(); !round.empty(); round = race.propose())
    for (const auto& run : round) {
      const bool fails = run.seed % 3 == 1;
      failed += fails;
      race.observe(run, fails ? std::nullopt : std::optional(static_cast<double>(run.setting)));
    }
  EXPECT_EQ(race.winner(), 1);
  EXPECT_GT(failed, 0);
  EXPECT_EQ(race.ranking(), (std::vector<Index>{1, 0}));
}

TEST(Race, GivesNoFurtherSeedsToWhatIsBeaten) {
  std::mt19937_64 engine(4);
  Race race({.settings = 3, .seeds = 40});
  std::vector<Index> seeds(3);
  for (auto round = race.propose(); !round.empty(); round = race.propose())
    for (const auto& run : round) {
      ++seeds[static_cast<std::size_t>(run.setting)];
      race.observe(run, run.setting == 0 ? -9 : std::normal_distribution()(engine));
    }
  EXPECT_EQ(race.beaten()[0]->after, seeds[0]);
  EXPECT_LT(seeds[0], 10);
  EXPECT_EQ(seeds[1], 40);
}

TEST(Race, RefusesWhatCannotBeDecided) {
  EXPECT_TRUE(contains(error_text([] { Race({.settings = 2, .seeds = 5}); }), "with fewer than 7 seeds"));
  EXPECT_TRUE(contains(error_text([] { Race({.settings = 1, .seeds = 50}); }), "one setting only"));
  EXPECT_TRUE(contains(error_text([] { Race({.settings = 2, .seeds = 50, .confidence = 1}); }), "--confidence 1"));
}

}  // namespace
}  // namespace sextant::test
