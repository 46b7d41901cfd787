// What an experiment says of itself: which sentence, with which numbers, and when it says nothing.
#include "sextant/lab/experiment/headline.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

const char* const headline_text = R"(
sentence = "Found in {1} of them, {2} apart; {1} again."
otherwise = "Not found: {1}."
controls = "They ask."
numbers = [{label = "share", metric = "share", cases = ["a"], bound = ">= 0.9", percent = true},
           {label = "distance", metric = "distance", cases = ["a"], bound = "> 0"}]
)";

struct FoundWorld {
  Study study;
  Evidence evidence;

  explicit FoundWorld(const std::vector<double>& shares) {
    study.scale = "quick";
    study.title = "A title";
    study.headline = read_headline(parse_toml(headline_text, "headline"), "headline");
    const Case one{"a", {}};
    study.cases.push_back(one);
    CaseEvidence runs{one, {}};
    for (std::size_t seed = 0; seed < shares.size(); ++seed) {
      EvidenceRun run{"", "done", "code", Tree(seed + 1)};
      run.numbers = {{"share", shares[seed]}, {"distance", 0.256}};
      runs.runs.push_back(run);
    }
    evidence.cases.push_back(runs);
  }

  HeadlineVerdict judge() const { return judge_headline(study, evidence, {}); }
};

TEST(Headline, SaysWhatTheBoundsAllow) {
  const HeadlineVerdict found = FoundWorld({0.96, 0.97, 0.98}).judge();
  EXPECT_EQ(found.sentence, "Found in 97 % of them, 0.26 apart; 97 % again.");
  EXPECT_EQ(found.held, true);
  const HeadlineVerdict missed = FoundWorld({0.5, 0.6, 0.7}).judge();
  EXPECT_EQ(missed.sentence, "Not found: 60 %.");
  EXPECT_EQ(missed.held, false);
}

TEST(Headline, ItsTitleSaysWhatWasFound) {
  FoundWorld found({0.96, 0.97, 0.98}), missed({0.5, 0.6, 0.7}), open({0.9});
  for (FoundWorld* world : {&found, &missed, &open}) {
    EXPECT_EQ(world->judge().title, "A title");
    world->study.headline.title = "It is there";
    world->study.headline.title_otherwise = "It is not there";
  }
  EXPECT_EQ(found.judge().title, "It is there");
  EXPECT_EQ(missed.judge().title, "It is not there");
  EXPECT_EQ(open.judge().title, "A title");
}

TEST(Headline, SaysWhyNothingCanBeSaid) {
  const HeadlineVerdict open = FoundWorld({0.9}).judge();
  EXPECT_FALSE(open.held.has_value());
  EXPECT_TRUE(contains(open.sentence, "a has 1 of at least 3 seeds")) << open.sentence;
}

TEST(Headline, CountsClaimsWhereTheFileHasNone) {
  FoundWorld world({0.9, 0.9, 0.9});
  world.study.headline = {};
  Verdict held, failed, control;
  held.held = true;
  failed.held = false;
  control.held = true;
  control.claim.control = true;
  const auto verdict = judge_headline(world.study, world.evidence, {held, failed, control});
  EXPECT_EQ(verdict.sentence, "1 of the 2 claims that these runs can decide hold, and 1 of 1 controls.");
  EXPECT_EQ(verdict.held, false);
  EXPECT_EQ(verdict.title, "A title: 1 of 2 claims hold");
}

TEST(Headline, IsWrittenForThePage) {
  const FoundWorld world({0.96, 0.97, 0.98});
  const Tree written = write_headline(world.study, world.evidence, world.judge());
  EXPECT_EQ(written["title"], "A title");
  EXPECT_EQ(written["numbers"][0]["text"], "97 %");
  EXPECT_EQ(written["held"], true);
  EXPECT_TRUE(contains(written["runs"].get<std::string>(), "3 runs (1 cases")) << written.dump();
}

TEST(Headline, RefusesWhatIsMissing) {
  const auto reason = [](const std::string& text) {
    return error_text([&] { read_headline(parse_toml(text, "x"), "here"); });
  };
  EXPECT_TRUE(contains(reason("sentence = 'a'"), "otherwise are required"));
  EXPECT_TRUE(contains(reason("title = 't'\nsentence = 'a'\notherwise = 'b'"), "title_otherwise belong together"));
  EXPECT_TRUE(contains(reason("sentence = 'a'\notherwise = 'b'"), "[[headline.numbers]] is required"));
  EXPECT_TRUE(contains(reason("sentence = 'a'\notherwise = 'b'\nnumbers = [{metric = 'm'}]"), "label is missing"));
}

}  // namespace
}  // namespace sextant::test
