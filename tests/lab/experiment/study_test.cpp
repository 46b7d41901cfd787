// From an experiment's file to a study: cases and their names, scales, further studies, and what is refused.
#include "sextant/lab/experiment/study.h"

#include <gtest/gtest.h>

#include "sextant/lab/experiment/library.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

const std::string small_file = R"(
title = "A title"
paper = "A paper"
reference = "fixed"
[base]
task.kind = "word_order"
train.steps = 10
[[cases]]
name = "fixed"
"position.kind" = "sinusoidal"
[[cases]]
name = "learn-{position.sigma}"
"position.kind" = "learned"
"position.sigma" = [0.1, 1.0, 2.0]
[analyses.spectrum]
untrained = true
[scales.quick]
reduced = "much"
seeds = "1:2"
cases = ["fixed", "learn-1.0"]
base.train.steps = 5
[scales.quick.changes."learn-*"]
"model.depth" = 3
[scales.small]
seeds = [1, 5]
[studies.depth]
title = "Depth"
base.model.width = 8
[[studies.depth.cases]]
name = "depth-{model.depth}"
"model.depth" = [1, 2]
)";

class Experiments : public ::testing::Test {
 protected:
  Study read(const std::string& text, StudyRequest request = {}) {
    request.experiment = directory_.make_file("mine.toml", text);
    return read_study(request);
  }
  std::string refusal(const std::string& text, const StudyRequest& request = {}) {
    return error_text([&] { read(text, request); });
  }
  TemporaryDirectory directory_;
};

TEST_F(Experiments, AScaleChoosesCasesAndChangesThem) {
  const Study study = read(small_file);
  EXPECT_EQ(study.name, "mine-quick");
  EXPECT_EQ(study.reduced, "much");
  ASSERT_EQ(study.cases.size(), 2U);
  EXPECT_EQ(study.cases[1].name, "learn-1.0");
  EXPECT_EQ(study.cases[1].setting("position.sigma"), 1.0);
  EXPECT_EQ(study.cases[1].setting("model.depth"), 3);
  EXPECT_TRUE(study.cases[0].setting("model.depth").is_null());
  EXPECT_EQ(study.left_out, (std::vector<std::string>{"learn-0.1", "learn-2.0"}));
  EXPECT_EQ(study.base["train"]["steps"], 5);
  EXPECT_EQ(study.grid().cells().size(), 4U);
  ASSERT_EQ(study.analyses.size(), 1U);
  EXPECT_TRUE(study.analyses[0].untrained);
  EXPECT_TRUE(study.analyses[0].options.empty());
  const Study small = read(small_file, {.scale = "small"});
  EXPECT_EQ(small.cases.size(), 4U);
  EXPECT_EQ(small.base["train"]["steps"], 10);
  EXPECT_EQ(small.seeds.values.size(), 2U);
}

TEST_F(Experiments, AStudyTakesWhatItDoesNotSayFromTheChiefOne) {
  const Study study = read(small_file, {.study = "depth"});
  EXPECT_EQ(study.name, "mine-depth-quick");
  EXPECT_EQ(study.title, "Depth");
  EXPECT_EQ(study.cases.size(), 2U);
  EXPECT_EQ(study.base["model"]["width"], 8);
  EXPECT_EQ(study.base["train"]["steps"], 5);
  EXPECT_EQ(study.analyses.size(), 1U);
}

TEST_F(Experiments, CellsOfADiagramStandApartFromOtherCases) {
  EXPECT_FALSE(read(small_file).phases.asked());
  const std::string file = small_file + "[phases]\ncases = ['learn-*']\nrules = ['bad: final.test.accuracy<0.9']\n";
  const Study study = read(file, {.scale = "small"});
  EXPECT_TRUE(study.phases.asked());
  EXPECT_TRUE(study.phases.adaptive);
  EXPECT_EQ(study.grid().cells().size(), 8U);
  EXPECT_EQ(study.grid_of_diagram().cells().size(), 6U);
  EXPECT_EQ(study.grid_beside_diagram().cells().size(), 2U);
  EXPECT_FALSE(read(file, {.study = "depth"}).phases.asked());  // a further study has its own or none
  const Study changed =
      read(file + "[scales.large]\nseeds = 1\nphases = { adaptive = false, budget = 1.0 }\n", {.scale = "large"});
  EXPECT_FALSE(changed.phases.adaptive);
  EXPECT_EQ(changed.phases.rules.size(), 1U);
  EXPECT_TRUE(contains(refusal(file + "budget = 2.0\n"), "budget: expected a share"));
  EXPECT_TRUE(contains(refusal(small_file + "[phases]\nbudget = 0.5\n"), "rules are missing"));
}

TEST_F(Experiments, AStudyMayReadDataOfItsOwn) {
  std::string file = small_file;
  file.insert(file.find("base.model.width"), "data = { 'task.file' = 'there.txt' }\n");
  EXPECT_EQ(read(file, {.study = "depth", .data = "here"}).base["task"]["file"], "here/there.txt");
  EXPECT_TRUE(contains(refusal(file, {.data = "here"}), "uses no data files"));
}

TEST_F(Experiments, WhatIsTypedChangesTheBaseAndTheSeeds) {
  const Study study = read(small_file, {.assignments = {"seed=7", "train.steps=99"}});
  EXPECT_EQ(study.base["train"]["steps"], 99);
  EXPECT_EQ(study.seeds.values, std::vector<Tree>{7});
  EXPECT_TRUE(contains(refusal(small_file, {.assignments = {"position.sigma=1"}}), "case learn-1.0 sets its own"));
  EXPECT_TRUE(contains(refusal(small_file, {.assignments = {"train.steps=1,2"}}), "expected a single value"));
}

TEST_F(Experiments, WhatIsWrongIsNamedWithItsPlace) {
  EXPECT_TRUE(contains(refusal("titel = 'x'"), "did you mean title?"));
  EXPECT_TRUE(contains(refusal(small_file, {.scale = "smal"}), "did you mean small?"));
  EXPECT_TRUE(contains(refusal(small_file, {.study = "deph"}), "did you mean depth?"));
  EXPECT_TRUE(contains(refusal(small_file, {.data = "here"}), "uses no data files"));
  EXPECT_TRUE(contains(refusal("[scales.quick]\nseeds = 1"), "title is missing"));
  EXPECT_TRUE(contains(refusal("title = 'x'\n[scales.quick]\nseeds = 1"), "no [[cases]]"));
  const std::string twice = "title='x'\n[scales.quick]\nseeds=1\n[[cases]]\nname='a'\n'model.depth'=[1,2]\n";
  EXPECT_TRUE(contains(refusal(twice), "duplicate case 'a'"));
  const std::string claim =
      small_file + "[[claims]]\nsentence='x'\nmeasure='mean'\nmetric='m'\ncases=['learn-1']\nbound='> 0'\n";
  EXPECT_TRUE(contains(refusal(claim), "claim 1: no case 'learn-1'"));
  EXPECT_TRUE(contains(error_text([] { find_experiment("neccessity"); }), "did you mean necessity?"));
}

TEST_F(Experiments, EveryBuiltInOneCanBeReadAtEveryScaleAndStudy) {
  for (const auto& one : built_in_experiments()) {
    const Tree file = parse_toml(one.text, one.name);
    std::vector<std::string> studies{""};
    if (file.contains("studies"))
      for (const auto& [name, study] : file["studies"].items()) studies.push_back(name);
    for (const auto& [scale, section] : file["scales"].items())
      for (const auto& study : studies) {
        const bool own = study.empty() || !file["studies"][study].contains("scales");
        if (!own && !file["studies"][study]["scales"].contains(scale)) continue;
        const Study read = read_study({.experiment = std::string(one.name), .scale = scale, .study = study});
        EXPECT_GT(read.grid().cells().size(), 0U) << one.name << " " << scale << " " << study;
      }
  }
}

}  // namespace
}  // namespace sextant::test
