// Axes from text, grids from axes, jobs from grids.
#include "sextant/results/grid.h"

#include <gtest/gtest.h>

#include "sextant/core/options.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep_runner.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

std::string values_of(const std::string& text) { return Tree(parse_axis("key", text).values).dump(); }

TEST(Axis, ReadsListsAndRanges) {
  EXPECT_EQ(values_of("2,3,4"), "[2,3,4]");
  EXPECT_EQ(values_of("1:5"), "[1,2,3,4,5]");
  EXPECT_EQ(values_of("1:10:4"), "[1,5,9]");
  EXPECT_EQ(values_of("0.3:1.0:0.1"), "[0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0]");
  EXPECT_EQ(values_of("1e-4:1e-1:x10"), "[0.0001,0.001,0.01,0.1]");
  EXPECT_EQ(values_of("1:3,10"), "[1,2,3,10]");
  EXPECT_EQ(values_of("1,2,1"), "[1,2]");
  EXPECT_EQ(values_of("-2:2:2"), "[-2,0,2]");
}

TEST(Axis, LeavesOtherTextsWhole) {
  EXPECT_EQ(values_of("rotary,learned"), R"(["rotary","learned"])");
  EXPECT_EQ(values_of("grid:4x4"), R"(["grid:4x4"])");
  EXPECT_EQ(values_of("[1,2],[3]"), "[[1,2],[3]]");
  EXPECT_EQ(values_of("\"a,b\",c"), R"(["a,b","c"])");
  EXPECT_EQ(values_of("true,false"), "[true,false]");
}

TEST(Axis, RefusesWhatCannotBeMeant) {
  EXPECT_TRUE(contains(error_text([] { parse_axis("k", "5:1"); }), "first <= last"));
  EXPECT_TRUE(contains(error_text([] { parse_axis("k", "1:5:0"); }), "step above 0"));
  EXPECT_TRUE(contains(error_text([] { parse_axis("k", "0:5:x2"); }), "factor above 1"));
  EXPECT_TRUE(contains(error_text([] { parse_axis("k", "0:1:1e-9"); }), "exceed the maximum"));
  EXPECT_TRUE(contains(error_text([] { parse_axis("k", "1,,2"); }), "between two commas"));
}

Grid make_grid(const char* toml, const std::vector<std::string>& assignments = {}) {
  return Grid(parse_toml(toml, "test"), assignments);
}

TEST(Grid, IsTheProductOfItsAxes) {
  const Grid grid = make_grid("[sweep]\nseed = \"1:2\"\nmodel.depth = [1, 2]", {"train.steps=3,4"});
  const auto cells = grid.cells();
  ASSERT_EQ(cells.size(), 8u);
  EXPECT_EQ(describe_settings(cells[0]), "seed=1 model.depth=1 train.steps=3");
  EXPECT_EQ(describe_settings(cells[1]), "seed=1 model.depth=1 train.steps=4");
  EXPECT_EQ(describe_settings(cells[7]), "seed=2 model.depth=2 train.steps=4");
}

TEST(Grid, WhatIsTypedWins) {
  const Grid grid = make_grid("[sweep]\nseed = \"1:9\"\n\"model.depth\" = [1, 2]", {"seed=4:5", "model.depth=3"});
  EXPECT_EQ(grid.cells().size(), 2u);
  EXPECT_EQ(grid.swept_keys(), std::vector<std::string>{"seed"});
  EXPECT_EQ(grid.base["model"]["depth"], 3);
}

TEST(Grid, CasesAreGridsSideBySide) {
  const Grid grid = make_grid(R"(
[sweep]
seed = [1, 2]
[[sweep.cases]]
"position.kind" = "learned"
"position.sigma" = [0.1, 2.0]
[[sweep.cases]]
"position.kind" = "rotary"
)");
  EXPECT_EQ(grid.cells().size(), 6u);
  EXPECT_EQ(describe_settings(grid.cells().back()), "position.kind=rotary seed=2");
  EXPECT_EQ(grid.swept_keys(), (std::vector<std::string>{"seed", "position.kind", "position.sigma"}));
}

TEST(Grid, ReadsBackWhatItWrote) {
  const Grid grid = make_grid(R"(
seed = 3
[sweep]
"model.depth" = "1:3"
[[sweep.cases]]
"init.gamma" = [0.5, 1.0]
"init.kind" = "fan_in_power"
[[sweep.cases]]
"position.kind" = "rotary"
)");
  const Grid again(parse_toml(write_toml(grid.write()), "again"), {});
  EXPECT_EQ(again.cells(), grid.cells());
  EXPECT_EQ(again.base, grid.base);
}

TEST(Grid, EqualRunsAreOneJob) {
  const auto runner = make_runner();
  EXPECT_EQ(make_jobs(make_grid("", {"model.key_width=0,64", "seed=1,2"}), *runner, "x").size(), 4u);
  // The number of threads decides no result.
  EXPECT_EQ(make_jobs(make_grid("", {"train.threads=1,2", "seed=1,2"}), *runner, "x").size(), 2u);
}

TEST(Grid, AWrongCellIsNamed) {
  const auto runner = make_runner();
  const std::string text = error_text([&] { make_jobs(make_grid("", {"model.widht=1,2"}), *runner, "x"); });
  EXPECT_TRUE(contains(text, "did you mean model.width?")) << text;
  EXPECT_TRUE(contains(text, "in the run model.widht=1")) << text;
}

}  // namespace
}  // namespace sextant::test
