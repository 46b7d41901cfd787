// Claims decided before all seeds are there, and the rounds in which seeds are added.
#include "sextant/lab/experiment/early_verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "sextant/lab/experiment/study_rounds.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

constexpr Index study_seeds = 15;

/// Cases a, b, c, ..., all seeds of which have an accuracy and a loss.
struct SeededStudy {
  Study study;
  Evidence evidence;

  SeededStudy(const std::vector<std::string>& claims, std::size_t cases,
              const std::function<double(std::size_t number, Index seed)>& accuracy) {
    study.scale = "quick";
    study.seeds.key = "seed";
    for (Index seed = 1; seed <= study_seeds; ++seed) study.seeds.values.push_back(seed);
    for (const auto& toml : claims)
      study.claims.push_back(
          read_claim(parse_toml("sentence = 'it is so'\nmetric = 'final.test.accuracy'\n" + toml, "claim"), "claim"));
    for (std::size_t i = 0; i < cases; ++i) {
      study.cases.push_back({std::string(1, static_cast<char>('a' + i)), {}});
      CaseEvidence runs{study.cases.back(), {}};
      for (Index seed = 1; seed <= study_seeds; ++seed) {
        EvidenceRun run{"", "done", "code", Tree(seed)};
        run.numbers = {{"final.test.accuracy", accuracy(i, seed)}, {"final.train.accuracy", i == 2 ? 0.7 : 1.0}};
        runs.runs.push_back(run);
      }
      evidence.cases.push_back(std::move(runs));
    }
  }

  StudyRounds go(Index max_runs = 0) const {
    StudyRounds rounds(study, 0.95, max_runs);
    while (!rounds.next().empty()) rounds.observe(evidence);
    return rounds;
  }
};

/// 0.9 in a, 0.5 in b, 0.2 in c.
double clear(std::size_t number, Index seed) {
  return (number == 0 ? 0.9 : number == 1 ? 0.5 : 0.2) + 0.001 * static_cast<double>(seed % 7);
}

const char* const a_above_b = "measure = 'difference'\ncases = ['a']\nagainst = ['b']\nbound = '> 0'";
const char* const b_above_a = "measure = 'difference'\ncases = ['b']\nagainst = ['a']\nbound = '> 0'";
const char* const a_above_all = "measure = 'above'\ncases = ['a']\nagainst = ['b', 'c']\nbound = '> 0'";

TEST(EarlyVerdict, DecidesClearDifferencesWithAThirdOfTheSeeds) {
  const auto rounds = SeededStudy({a_above_b, b_above_a, a_above_all}, 3, clear).go();
  ASSERT_EQ(rounds.decided().size(), 3U);
  EXPECT_TRUE(rounds.decided().at(0).held);
  EXPECT_FALSE(rounds.decided().at(1).held);
  EXPECT_TRUE(rounds.decided().at(2).held);
  EXPECT_EQ(rounds.decided().at(0).seeds, 5);
  EXPECT_EQ(rounds.runs(), 3 * 5);
}

TEST(EarlyVerdict, DecidesMeansThatTheOtherSeedsWillHardlyChange) {
  const auto rounds = SeededStudy({"measure = 'mean'\ncases = ['a']\nbound = '>= 0.3'",
                                   "measure = 'least'\ncases = ['a', 'b']\nbound = '>= 0.7'",
                                   "measure = 'mean'\ncases = ['b']\nbound = 'within 0.01'"},
                                  3, clear)
                          .go();
  EXPECT_TRUE(rounds.decided().at(0).held);
  EXPECT_LT(rounds.decided().at(0).seeds, study_seeds);
  EXPECT_FALSE(rounds.decided().at(1).held);  // b is at 0.5
  EXPECT_FALSE(rounds.decided().at(2).held);
  EXPECT_EQ(rounds.first_round(), 0);  // nothing is left to ask for
}

TEST(EarlyVerdict, GivesAllSeedsToWhatNeedsThemAndNoneToWhatNobodyAsksFor) {
  const SeededStudy asked({a_above_b, "measure = 'difference'\ncases = ['c']\nagainst = ['d']\nbound = 'p >= 0.05'"}, 5,
                          clear);
  const auto rounds = asked.go();
  EXPECT_EQ(rounds.decided().size(), 1U);
  EXPECT_EQ(rounds.runs(), 2 * 5 + 2 * study_seeds);  // e gets none
  EXPECT_EQ(rounds.all_runs(), 5 * study_seeds);
  EXPECT_TRUE(contains(rounds.describe_open(), "0 of 2 claims are open after 40 of the study's 75 runs"))
      << rounds.describe_open();
}

TEST(EarlyVerdict, DecidesATrendWhereEveryCaseIsBelowTheOneBefore) {
  SeededStudy falling({"measure = 'trend'\ncases = ['*']\nover = 'position.sigma'\nbound = '<= -0.9'",
                       "measure = 'trend'\ncases = ['*']\nover = 'position.sigma'\nbound = '>= 0.9'"},
                      3, clear);
  for (std::size_t i = 0; i < 3; ++i) {
    const Settings sigma{{"position.sigma", static_cast<double>(i)}};
    falling.study.cases[i].settings = falling.evidence.cases[i].one.settings = sigma;
  }
  const auto rounds = falling.go();
  ASSERT_EQ(rounds.decided().size(), 1U);  // that it does not rise is judged with all seeds
  EXPECT_TRUE(rounds.decided().at(0).held);
  EXPECT_EQ(rounds.decided().at(0).seeds, 5);
}

TEST(EarlyVerdict, NeedsMetPreconditionsAndAKnownRange) {
  EXPECT_FALSE(
      may_be_decided_early(SeededStudy({"measure = 'mean'\ncases = ['a']\nbound = '== 1'"}, 1, clear).study.claims[0]));
  Claim unknown = SeededStudy({"measure = 'mean'\ncases = ['a']\nbound = '>= 0.1'"}, 1, clear).study.claims[0];
  EXPECT_TRUE(may_be_decided_early(unknown));
  unknown.metric = "spectrum.stable_rank[positions]";
  EXPECT_FALSE(may_be_decided_early(unknown));
  unknown.range = {0, 100};
  EXPECT_TRUE(may_be_decided_early(unknown));
  // c has not fitted its training rows: nothing is decided about it, early or later.
  const auto rounds = SeededStudy({"measure = 'difference'\ncases = ['a']\nagainst = ['c']\nbound = '> 0'\n"
                                   "needs = ['final.train.accuracy >= 0.9']"},
                                  3, clear)
                          .go();
  EXPECT_TRUE(rounds.decided().empty());
}

TEST(EarlyVerdict, StopsAtTheLargestNumberOfRuns) {
  const SeededStudy even({a_above_b}, 2,
                         [](std::size_t, Index seed) { return 0.5 + 0.01 * static_cast<double>(seed % 2); });
  EXPECT_EQ(even.go().runs(), 2 * study_seeds);
  const auto limited = even.go(14);
  EXPECT_EQ(limited.runs(), 14);
  EXPECT_TRUE(contains(limited.describe_open(), "1 of 1 claims are open"));
  EXPECT_TRUE(contains(error_text([&] { even.go(9); }), "before the first 10 runs"));
}

TEST(EarlyVerdict, IsWrongNoMoreOftenThanPromisedWhereCasesAreEqual) {
  constexpr int experiments = 500;
  std::mt19937_64 engine(1);
  int decided = 0;
  for (int i = 0; i < experiments; ++i) {
    SeededStudy equal({a_above_b}, 2, [&](std::size_t, Index) { return engine() % 5 ? 1 : 0.2; });
    std::optional<EarlyVerdict> verdict;
    const Evidence whole = equal.evidence;
    for (std::size_t seeds = 5; seeds <= study_seeds && !verdict; ++seeds) {  // a look after every seed
      for (std::size_t one = 0; one < 2; ++one) {
        const auto& runs = whole.cases[one].runs;
        equal.evidence.cases[one].runs.assign(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(seeds));
      }
      verdict = decide_early(equal.study.claims[0], equal.evidence, equal.study.seeds.values, 0.95);
    }
    decided += verdict && verdict->held;
  }
  EXPECT_LE(decided, 0.05 * experiments);
}

}  // namespace
}  // namespace sextant::test
