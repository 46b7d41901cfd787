// Claims against evidence made by hand: held, failed, and every reason for which nothing is decided.
#include "sextant/lab/experiment/judgement.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

/// Cases a, b, c with accuracies by seed; sigma 1, 2, 3.
struct World {
  Study study;
  Evidence evidence;

  explicit World(const std::vector<std::vector<double>>& accuracies) {
    study.scale = "quick";
    study.left_out = {"d"};
    for (std::size_t i = 0; i < accuracies.size(); ++i) {
      const Case one{std::string(1, static_cast<char>('a' + i)), {{"position.sigma", static_cast<Index>(i + 1)}}};
      study.cases.push_back(one);
      CaseEvidence runs{one, {}};
      for (std::size_t seed = 0; seed < accuracies[i].size(); ++seed) {
        EvidenceRun run{"", "done", "code", Tree(seed + 1)};
        run.numbers = {{"final.gen.accuracy", accuracies[i][seed]}, {"final.train.accuracy", i == 2 ? 0.7 : 1.0}};
        runs.runs.push_back(run);
      }
      evidence.cases.push_back(runs);
    }
  }

  Verdict judge(const std::string& toml) const {
    Tree tree = parse_toml("sentence = 'it is so'\n" + toml, "claim");
    if (!tree.contains("metric")) tree["metric"] = "final.gen.accuracy";
    return lab::judge(read_claim(tree, "claim"), study, evidence);
  }
};

const World world({{0.9, 0.95, 1.0}, {0.5, 0.6, 0.7}, {0.1, 0.2, 0.3}});

TEST(Judgement, HeldAndFailed) {
  const Verdict held = world.judge("measure = 'mean'\ncases = ['a']\nbound = '>= 0.9'");
  EXPECT_EQ(held.held, true);
  EXPECT_NEAR(held.measured.value, 0.95, 1e-12);
  EXPECT_EQ(held.seeds, 3);
  EXPECT_EQ(world.judge("measure = 'mean'\ncases = ['b']\nbound = '>= 0.9'").held, false);
  EXPECT_EQ(world.judge("measure = 'trend'\ncases = ['*']\nover = 'position.sigma'\nbound = '<= -0.9'").held, true);
  const Verdict above = world.judge("measure = 'above'\ncases = ['a']\nagainst = ['b', 'c']\nbound = '> 0'");
  EXPECT_EQ(above.held, true);
  EXPECT_TRUE(contains(above.note, "decided by b")) << above.note;
}

TEST(Judgement, AMetricMayBeADifferenceOfTwo) {
  const Verdict gap = world.judge(
      "measure = 'mean'\ncases = ['c']\nbound = '< 0'\nmetric = 'final.gen.accuracy - final.train.accuracy'");
  EXPECT_TRUE(gap.held.has_value()) << gap.note;
}

TEST(Judgement, NothingIsDecidedWithoutEnough) {
  const auto reason = [&](const std::string& toml) {
    const Verdict verdict = world.judge(toml);
    EXPECT_FALSE(verdict.held.has_value()) << toml;
    return verdict.note;
  };
  EXPECT_TRUE(
      contains(reason("measure = 'mean'\ncases = ['a']\nleast_seeds = 5\nbound = '>= 0'"), "3 of at least 5 seeds"));
  EXPECT_TRUE(contains(reason("measure = 'above'\ncases = ['a']\nagainst = ['b', 'd']\nbound = '> 0'"), "omits d"));
  EXPECT_TRUE(
      contains(reason("measure = 'least'\ncases = ['*']\nneeds = ['final.train.accuracy >= 0.99']\nbound = '>= 0'"),
               "c has final.train.accuracy 0.7, needed >= 0.99"));
  EXPECT_TRUE(contains(reason("measure = 'mean'\ncases = ['a']\nmetric = 'final.gen.acuracy'\nbound = '>= 0'"),
                       "did you mean final.gen.accuracy"));
  EXPECT_TRUE(contains(reason("measure = 'trend'\ncases = ['a', 'b']\nover = 'position.sigma'\nbound = '<= 0'"),
                       "needs 3 cases"));
  EXPECT_TRUE(
      contains(reason("measure = 'mean'\ncases = ['b']\njudged_by = 'interval'\nbound = '>= 0.6'"), "straddles"));
}

TEST(Judgement, TheBestOfEachSeedIsOfRunsThatMeetTheNeeds) {
  World other({{0.9, 0.2, 0.3}, {0.5, 0.6, 0.1}, {0.95, 0.9, 0.8}});
  const std::string all = "measure = 'best'\ncases = ['*']\nbound = '>= 0.8'\n";
  EXPECT_NEAR(other.judge(all).measured.value, (0.95 + 0.9 + 0.8) / 3, 1e-12);
  // The runs of c have a training accuracy of 0.7 and may not be chosen then.
  const Verdict fitted = other.judge(all + "needs = ['final.train.accuracy >= 0.9']");
  EXPECT_EQ(fitted.held, false) << fitted.note;
  EXPECT_NEAR(fitted.measured.value, (0.9 + 0.6 + 0.3) / 3, 1e-12);
  EXPECT_EQ(fitted.seeds, 3);
  // Chosen by one metric, measured in another.
  for (auto& run : other.evidence.cases[1].runs) run.numbers["final.train.accuracy"] = 1.1;
  EXPECT_NEAR(other.judge(all + "chosen_by = 'final.train.accuracy'").measured.value, (0.5 + 0.6 + 0.1) / 3, 1e-12);
  other.evidence.cases[0].runs.pop_back();
  other.evidence.cases[1].runs.pop_back();
  const Verdict short_of = other.judge(all + "least_seeds = 2\nneeds = ['final.train.accuracy >= 0.9']");
  EXPECT_FALSE(short_of.held.has_value());
  EXPECT_TRUE(contains(short_of.note, "seed 3 has no run that meets the preconditions")) << short_of.note;
}

TEST(Judgement, TheBoundOfATestIsOnItsP) {
  const Verdict far = world.judge("measure = 'difference'\ncases = ['a']\nagainst = ['c']\nbound = 'p >= 0.05'");
  EXPECT_EQ(far.held, false);
  EXPECT_LT(far.measured.p, 0.05);
}

TEST(Judgement, ADivergedRunIsNoSeed) {
  World other = world;
  other.evidence.cases[0].runs[0].status = "diverged";
  EXPECT_EQ(other.judge("measure = 'mean'\ncases = ['a']\nbound = '>= 0'").seeds, 2);
}

TEST(Claims, AreWrittenAsThePageReadsThem) {
  const Tree list = write_claims({world.judge("paper = 0.97\nmeasure = 'mean'\ncases = ['a']\nbound = '>= 0.9'"),
                                  world.judge("measure = 'mean'\ncases = ['a']\nleast_seeds = 9\nbound = '>= 0.9'")});
  EXPECT_EQ(list[0]["paper"], 0.97);
  EXPECT_EQ(list[0]["held"], true);
  EXPECT_TRUE(list[0]["figure"].is_null());
  EXPECT_EQ(list[0]["seeds"], 3);
  EXPECT_TRUE(list[1]["held"].is_null());
  EXPECT_TRUE(list[1]["paper"].is_null());
}

TEST(Claims, AreRefusedWithTheirPlace) {
  const auto refusal = [](const std::string& toml) {
    return error_text([&] { read_claim(parse_toml(toml, "file"), "mine, claim 2"); });
  };
  EXPECT_TRUE(contains(refusal("sentense = 'x'"), "did you mean"));
  EXPECT_TRUE(contains(refusal("sentence='x'\nmetric='m'\ncases=['a']\nmeasure='median'\nbound='> 0'"), "mean"));
  EXPECT_TRUE(contains(refusal("sentence='x'\nmetric='m'\ncases=['a']\nmeasure='trend'\nbound='> 0'"), "needs 'over'"));
  EXPECT_TRUE(contains(refusal("sentence='x'\nmetric='m'\ncases=['a']\nmeasure='mean'\nover='k'\nbound='> 0'"),
                       "applies to trend"));
  EXPECT_TRUE(contains(refusal("sentence='x'\nmetric='m'\ncases=['a']\nmeasure='mean'\nbound='p > 0.05'"), "has no p"));
  EXPECT_TRUE(contains(refusal("sentence='x'\nmetric='m'\ncases=['a']\nmeasure='mean'\nchosen_by='k'\nbound='> 0'"),
                       "applies to best"));
  EXPECT_TRUE(contains(refusal("metric='m'\ncases=['a']\nmeasure='mean'\nbound='> 0'"), "mine, claim 2: the sentence"));
}

}  // namespace
}  // namespace sextant::test
