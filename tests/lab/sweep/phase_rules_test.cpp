// --level and --phase: what they accept, what they refuse, and which phase a run is in.
#include "sextant/lab/sweep/phase_rules.h"

#include <gtest/gtest.h>

#include "sextant/core/tree.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

Tree finished(double train, double test) {
  return {{"status", "done"}, {"final.train.accuracy", train}, {"final.test.loss", 0.5}, {"final.test.accuracy", test}};
}

const Tree diverged = {{"status", "diverged"}, {"final.train.accuracy", 1.0}};

TEST(PhaseRules, ALevelIsReachedOrNot) {
  const auto rules = PhaseRules::from_level("final.test.accuracy=0.9");
  EXPECT_EQ(rules.label(finished(0, 0.9)), "above");
  EXPECT_EQ(rules.label(finished(1, 0.89)), "below");
  EXPECT_EQ(rules.label(diverged), "diverged");
  EXPECT_EQ(rules.label({{"status", "failed"}}), "");
  EXPECT_EQ(rules.labels(), (std::vector<std::string>{"above", "below"}));
  EXPECT_EQ(rules.description(), "final.test.accuracy >= 0.9");
}

TEST(PhaseRules, TheFirstRuleThatHoldsGivesTheName) {
  const auto rules = PhaseRules::from_rules({"fails: final.train.accuracy<0.9",
                                             "symmetric: final.train.accuracy >= 0.9 and final.test.accuracy <= 0.5",
                                             "inferential: final.test.accuracy>0.5 and final.test.accuracy != 0.75"});
  EXPECT_EQ(rules.label(finished(0.8, 0.6)), "fails");
  EXPECT_EQ(rules.label(finished(0.9, 0.5)), "symmetric");
  EXPECT_EQ(rules.label(finished(0.9, 0.6)), "inferential");
  EXPECT_EQ(rules.label(finished(0.9, 0.75)), "other");
  EXPECT_EQ(rules.labels(), (std::vector<std::string>{"fails", "symmetric", "inferential", "other"}));
}

TEST(PhaseRules, ADivergedRunIsJudgedByItsStatusAlone) {
  // Its training accuracy was 1 before it diverged.
  EXPECT_EQ(PhaseRules::from_rules({"learns: final.train.accuracy>0.9"}).label(diverged), "diverged");
  EXPECT_EQ(PhaseRules::from_rules({"lost: status==diverged"}).label(diverged), "lost");
  EXPECT_EQ(PhaseRules::from_rules({"lost: status!=done"}).label(finished(1, 1)), "other");
}

TEST(PhaseRules, JudgesOptionsAsTheStoreHasThem) {
  Tree row = finished(1, 1);
  row["model.causal"] = true;
  row["position.sigma"] = nullptr;
  EXPECT_EQ(PhaseRules::from_rules({"a: model.causal==true and position.sigma==unset"}).label(row), "a");
  EXPECT_EQ(PhaseRules::from_rules({"a: model.causal==false"}).label(row), "other");
  EXPECT_EQ(PhaseRules::from_rules({"a: position.sigma!=0.5"}).label(row), "other");
}

TEST(PhaseRules, NumbersThatAreNotFitNothing) {
  Tree row = finished(1, 1);
  row["final.test.accuracy"] = nullptr;  // how JSON writes what is not a number
  EXPECT_EQ(PhaseRules::from_level("final.test.accuracy=0").label(row), "below");
}

TEST(PhaseRules, AMissingKeyIsNamedWithItsNeighbour) {
  const auto rules = PhaseRules::from_level("final.test.acuracy=0.9");
  const auto text = error_text([&] { rules.label(finished(1, 1)); });
  EXPECT_TRUE(contains(text, "a run has no final.test.acuracy; did you mean final.test.accuracy?")) << text;
}

TEST(PhaseRules, RefusesWhatItCannotRead) {
  const auto rule = [](std::string text) { return error_text([&] { PhaseRules::from_rules({text}); }); };
  EXPECT_TRUE(contains(rule("fails final.train.accuracy<0.9"), "no ':' after the name"));
  EXPECT_TRUE(contains(rule(": a<1"), "the name is empty"));
  EXPECT_TRUE(contains(rule("a:"), "no condition after the name"));
  EXPECT_TRUE(contains(rule("a: b"), "expected one of ==, !=, <, <=, >, >= after b"));
  EXPECT_TRUE(contains(rule("a: status<done"), "expects a number"));
  EXPECT_TRUE(contains(error_text([] { PhaseRules::from_rules({"a: b<1", "a: b>2"}); }), "'a' is given twice"));
  EXPECT_TRUE(contains(error_text([] { PhaseRules::from_rules({}); }), "no rule given"));
  for (const auto* text :
       {"final.test.accuracy", "=0.9", "final.test.accuracy=high", "final.test.accuracy=0.9x", "a=nan"})
    EXPECT_TRUE(contains(error_text([&] { PhaseRules::from_level(text); }), "expected KEY=NUMBER")) << text;
}

}  // namespace
}  // namespace sextant::test
