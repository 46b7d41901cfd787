// The adaptive phase diagram on boundaries that are known: what it proposes, when it stops, what it says.
#include "sextant/lab/sweep/boundary.h"

#include <gtest/gtest.h>

#include <set>

#include "sextant/core/tree.h"
#include "tests/support/error_text.h"
#include "tests/support/synthetic_boundary.h"

namespace sextant::test {
namespace {

const BoundaryOptions options{.labels = {"above", "below"}};

SyntheticDiagram tilted() {
  return {{{make_axis("x", 8), make_axis("y", 6)}, 3}, [](double x) { return 1.3 + 0.4 * x; }};
}

TEST(Boundary, StartsWithCornersAndMiddle) {
  Boundary boundary(tilted().shape, options);
  std::set<std::vector<Index>> places;
  for (const auto& [cell, seed] : boundary.propose(5)) {
    EXPECT_EQ(seed, 0);
    places.insert(boundary.shape().place_of(cell));
  }
  EXPECT_EQ(places, (std::set<std::vector<Index>>{{0, 0}, {7, 0}, {0, 5}, {7, 5}, {4, 3}}));
}

TEST(Boundary, ProposesNothingTwiceTakesSeedsInOrderAndKeepsTheBudget) {
  auto diagram = tilted();
  diagram.steepness = 0.5;  // so noisy that it never settles
  Boundary boundary(diagram.shape, options);
  std::set<Proposal> made;
  std::vector<Proposal> waiting;
  for (auto runs = boundary.propose(4); !runs.empty(); runs = boundary.propose(4)) {
    for (const auto& run : runs) {
      EXPECT_TRUE(made.insert(run).second);
      EXPECT_TRUE(run.seed == 0 || made.contains({run.cell, run.seed - 1}));
    }
    // One round stays out while the next is asked for: what is under way is not proposed again.
    diagram.observe(boundary, waiting);
    waiting = runs;
  }
  EXPECT_EQ(made.size(), 48U);  // a third of 8 x 6 x 3
  EXPECT_EQ(boundary.budget_runs(), 48);
  EXPECT_FALSE(boundary.settled());
}

TEST(Boundary, IsAFunctionOfWhatWasObserved) {
  const auto diagram = tilted();
  Boundary one(diagram.shape, options);
  Boundary two(diagram.shape, options);
  for (int round = 0; round < 4; ++round) {
    auto runs = one.propose(5);
    ASSERT_EQ(runs, two.propose(5));
    diagram.observe(one, runs);
    std::ranges::reverse(runs);
    diagram.observe(two, runs);
  }
  EXPECT_EQ(one.describe().dump(), two.describe().dump());
  const DiagramShape large{{make_axis("x", 12), make_axis("y", 10)}, 1};
  EXPECT_NE(Boundary(large, {.seed = 2}).propose(12), Boundary(large, {.seed = 3}).propose(12));
}

TEST(Boundary, GathersRunsAtTheBoundary) {
  auto diagram = tilted();
  diagram.boundary = [](double x) { return 1.35 + 0.3 * x; };
  diagram.shape.seeds = 5;
  const Boundary boundary = diagram.explore(options, 8);
  EXPECT_TRUE(boundary.settled());
  EXPECT_LT(boundary.observed_runs(), boundary.budget_runs());
  const auto& region = boundary.regions().at(0);
  EXPECT_EQ(boundary.regions().size(), 1U);
  EXPECT_EQ(region.label, "above");
  for (std::size_t column = 0; column < 8; ++column) {
    const auto& bands = region.bands[1][column];
    ASSERT_EQ(bands.size(), 1U) << column;
    EXPECT_TRUE(bands[0].covers(diagram.boundary(static_cast<double>(column)))) << column;
    EXPECT_EQ(bands[0].crossings.size(), 1U);
  }
}

TEST(Boundary, SaysPlainlyWhereThereIsNone) {
  auto diagram = tilted();
  diagram.boundary = [](double) { return -100; };
  const Boundary boundary = diagram.explore(options, 4);
  EXPECT_TRUE(boundary.settled());
  const Tree tree = boundary.describe();
  EXPECT_EQ(tree["boundaries"][0]["found"], false);
  EXPECT_EQ(tree["boundaries"][0]["message"], "no boundary within the grid");
  EXPECT_EQ(tree["labels"], Tree::array({"above"}));
}

TEST(Boundary, FindsOneThatRunsAlongTheColumns) {
  auto diagram = tilted();
  diagram.boundary = [](double x) { return x < 3.5 ? -100 : 100; };
  const Boundary boundary = diagram.explore({.budget = 0.5, .labels = options.labels}, 8);
  EXPECT_TRUE(boundary.settled());
  for (const auto& bands : boundary.regions().at(0).bands[0]) {  // along x, one line per y
    const auto band = std::ranges::find_if(bands, [](const Band& b) { return !b.crossings.empty(); });
    ASSERT_NE(band, bands.end());
    EXPECT_TRUE(band->covers(3.5));
    EXPECT_LE(band->width(), 1.25);
  }
}

TEST(Boundary, OneAxisGivesOneInterval) {
  const SyntheticDiagram diagram{{{make_axis("x", 30)}, 5}, [](double) { return 17.4; }};
  const Boundary boundary = diagram.explore(options, 3);
  EXPECT_TRUE(boundary.settled());
  EXPECT_LE(boundary.observed_runs(), 50);
  const Tree lines = boundary.describe()["boundaries"][0]["along"][0]["lines"];
  ASSERT_EQ(lines.size(), 1U);
  ASSERT_EQ(lines[0]["bands"].size(), 1U);
  EXPECT_LE(lines[0]["bands"][0]["lower"], 17.4);
  EXPECT_GE(lines[0]["bands"][0]["upper"], 17.4);
}

TEST(Boundary, ASingleColumnIsLikeOneAxis) {
  const SyntheticDiagram diagram{{{make_axis("x", 1), make_axis("y", 12)}, 5}, [](double) { return 6.5; }};
  const Boundary boundary = diagram.explore({.budget = 0.5, .labels = options.labels}, 3);
  EXPECT_TRUE(boundary.settled());
  ASSERT_EQ(boundary.regions().at(0).bands[1][0].size(), 1U);
  EXPECT_TRUE(boundary.regions().at(0).bands[1][0][0].covers(6.5));
}

TEST(Boundary, BrokenRunsTellNothingAndAreNotAskedForAgain) {
  const auto diagram = tilted();
  Boundary boundary(diagram.shape, options);
  std::set<Proposal> made;
  for (auto runs = boundary.propose(4); !runs.empty(); runs = boundary.propose(4))
    for (const auto& run : runs) {
      EXPECT_TRUE(made.insert(run).second);
      const bool breaks = diagram.shape.place_of(run.cell)[0] == 3;
      boundary.observe(run.cell, run.seed, breaks ? "" : diagram.label(run.cell, run.seed));
    }
  const Tree tree = boundary.describe();
  EXPECT_GT(tree["runs"]["broken"], 0);
  EXPECT_EQ(tree["runs"]["used"], made.size());
  for (const auto& cell : tree["cells"]) EXPECT_TRUE(cell["at"][0] != 3 || cell["runs"] == 0);
  EXPECT_TRUE(tree["boundaries"][0]["found"]);

  Boundary hopeless(diagram.shape, options);
  for (auto runs = hopeless.propose(4); !runs.empty(); runs = hopeless.propose(4))
    for (const auto& run : runs) hopeless.observe(run.cell, run.seed, "");
  EXPECT_FALSE(hopeless.settled());
  EXPECT_TRUE(hopeless.describe()["boundaries"].empty());
}

TEST(Boundary, ThreeLabelsHaveThreeRegions) {
  auto diagram = tilted();
  diagram.shape.axes = {make_axis("x", 9), make_axis("y", 7)};
  const auto label = [&](const Proposal& run) {
    return diagram.shape.place_of(run.cell)[0] > 5 ? "diverged" : diagram.label(run.cell, run.seed);
  };
  Boundary boundary(diagram.shape, options);
  for (auto runs = boundary.propose(20); !runs.empty(); runs = boundary.propose(20))
    for (const auto& run : runs) boundary.observe(run.cell, run.seed, label(run));
  const Tree tree = boundary.describe();
  EXPECT_EQ(tree["labels"], Tree::array({"above", "below", "diverged"}));
  EXPECT_EQ(tree["boundaries"].size(), 3U);
  Index wrong = 0;
  for (Index cell = 0; cell < diagram.shape.cells(); ++cell) {
    const Tree& entry = tree["cells"][static_cast<std::size_t>(cell)];
    wrong += entry["label"] != label({cell, 0});
    double sum = 0;
    for (const auto& [name, probability] : entry["probability"].items()) sum += probability.get<double>();
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  EXPECT_LE(wrong, 3);  // of 63, most never seen
}

TEST(Boundary, RefusesWhatCannotBe) {
  const auto text = [](DiagramShape shape, BoundaryOptions given) {
    return error_text([&] { Boundary(std::move(shape), std::move(given)); });
  };
  const DiagramAxis axis = make_axis("x", 3);
  EXPECT_TRUE(contains(text({{}, 1}, {}), "expected one or two numeric axes, given 0"));
  EXPECT_TRUE(contains(text({{axis, axis, axis}, 1}, {}), "given 3"));
  EXPECT_TRUE(contains(text({{{"x", {1, 1, 2}}}, 1}, {}), "the values of axis x must be strictly increasing"));
  EXPECT_TRUE(contains(text({{{"x", {}}}, 1}, {}), "axis x has no values"));
  EXPECT_TRUE(contains(text({{axis}, 0}, {}), "at least one seed"));
  EXPECT_TRUE(contains(text({{axis}, 1}, {.budget = 1.5}), "the budget must be in (0, 1], given 1.5"));
  EXPECT_TRUE(contains(text({{axis}, 1}, {.confidence = 1}), "the confidence must be in (0, 1)"));
  EXPECT_TRUE(contains(error_text([&] { Boundary({{axis}, 1}, {}).observe(3, 0, "above"); }), "cell 3 of 3"));
  EXPECT_TRUE(contains(error_text([&] { Boundary({{axis}, 1}, {}).observe(0, 1, "above"); }), "seed 1 of 1"));
}

}  // namespace
}  // namespace sextant::test
