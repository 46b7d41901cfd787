// What figures say of groups: who failed to fit, in which order legends stand, and what is not set.
#include "sextant/report/panels.h"

#include <gtest/gtest.h>

namespace sextant::test {
namespace {

RunRecord trained(std::vector<double> accuracies, Index every) {
  RunRecord run;
  run.status = "done";
  for (std::size_t i = 0; i < accuracies.size(); ++i)
    run.metrics.push_back({.step = static_cast<Index>(i + 1) * every, .split = "train", .accuracy = accuracies[i]});
  return run;
}

RunRecord measured(Tree settings, double accuracy) {
  RunRecord run;
  run.name = settings.dump();
  run.status = "done";
  run.settings = std::move(settings);
  run.finals = {{"test.accuracy", accuracy}};
  return run;
}

std::vector<std::string> labels_of(const Tree& panel) {
  std::vector<std::string> labels;
  for (const auto& series : panel["data"]["series"]) labels.push_back(series["label"].get<std::string>());
  return labels;
}

TEST(ReportPanels, AShortRunThatEndedFittedDidFit) {
  // Nine records in all: the last ten would reach back to its start.
  EXPECT_FALSE(failed_to_fit(trained({0.12, 0.2, 0.35, 0.5, 0.7, 0.85, 0.93, 0.97, 0.984}, 50)));
  EXPECT_TRUE(failed_to_fit(trained({0.12, 0.2, 0.35, 0.5, 0.5, 0.5, 0.5, 0.5, 0.6}, 50)));
}

TEST(ReportPanels, OneNoisyBatchOfALongRunIsNoFailure) {
  std::vector<double> accuracies(200, 0.98);
  accuracies.back() = 0.85;
  EXPECT_FALSE(failed_to_fit(trained(accuracies, 10)));
}

TEST(ReportPanels, LegendsAscendEvenWhereTheFirstColumnLacksAValue) {
  std::vector<RunRecord> runs;
  for (const int width : {50, 150, 200, 100})
    for (const int depth : {1, 2})
      if (width != 100 || depth == 2) runs.push_back(measured({{"model.depth", depth}, {"model.width", width}}, 0.5));
  const Grouping grouping = group_by_settings(runs, {"model.depth", "model.width"});
  const auto panels = make_metric_by_setting(grouping);
  ASSERT_FALSE(panels.empty());
  EXPECT_EQ(labels_of(panels[0]),
            (std::vector<std::string>{"model.width=50", "model.width=100", "model.width=150", "model.width=200"}));
}

TEST(ReportPanels, DiagramsOfAThirdAxisAscendAsNumbers) {
  std::vector<RunRecord> runs;
  for (const int width : {8, 16, 128})
    for (const int depth : {1, 2})
      for (const double gamma : {0.5, 1.0})
        runs.push_back(measured({{"init.gamma", gamma}, {"model.depth", depth}, {"model.width", width}}, 0.5));
  std::vector<Fault> faults;
  const auto panels =
      make_phase_diagrams(group_by_settings(runs, {"init.gamma", "model.depth", "model.width"}), Tree(), faults);
  ASSERT_EQ(panels.size(), 3U);
  EXPECT_NE(panels[0]["title"].get<std::string>().find("model.width=8)"), std::string::npos);
  EXPECT_NE(panels[2]["title"].get<std::string>().find("model.width=128)"), std::string::npos);
}

TEST(ReportPanels, WhatIsNotSetIsNoValueOfAnAxis) {
  std::vector<RunRecord> runs;
  for (const double sigma : {0.1, 1.0})
    runs.push_back(measured({{"position.kind", "learned"}, {"position.sigma", sigma}}, 0.9));
  runs.push_back(measured({{"position.kind", "rotary"}}, 0.8));
  const Grouping grouping = group_by_settings(runs, {"position.kind", "position.sigma"});
  EXPECT_TRUE(grouping.is_numeric(1));
  EXPECT_EQ(grouping.values(1).size(), 2U);
  std::vector<Fault> faults;
  std::string text;
  for (const auto& panel : make_metric_by_setting(grouping)) text += panel.dump();
  for (const auto& panel : make_phase_diagrams(grouping, Tree(), faults)) text += panel.dump();
  for (const char* wrong : {"sigma=unset", "sigma=null", "\"x\":\"unset\"", "\"unset\""})
    EXPECT_EQ(text.find(wrong), std::string::npos) << text;
  EXPECT_NE(text.find("position.sigma unset"), std::string::npos) << text;  // the legend says whose series it is
}

TEST(ReportPanels, CellsThatWereNotRunAreFilledByTheFittedSurface) {
  std::vector<RunRecord> runs;
  for (const int x : {1, 3})
    for (const int y : {1, 2}) runs.push_back(measured({{"x", x}, {"y", y}}, x == 1 ? 0.2 : 1.0));
  Tree cells = Tree::array();
  for (const int x : {1, 2, 3})
    for (const int y : {1, 2})
      cells.push_back({{"at", {x, y}},
                       {"runs", x == 2 ? 0 : 1},
                       {"label", x == 3 ? "above" : "below"},
                       {"probability", {{"above", x == 2 ? 0.25 : 0.0}, {"below", x == 2 ? 0.75 : 1.0}}}});
  const Tree axes{{{"key", "x"}, {"values", {1, 2, 3}}}, {{"key", "y"}, {"values", {1, 2}}}};
  const Tree boundary{{"target", "level"},
                      {"diagrams",
                       {{{"axes", axes},
                         {"facet", Tree::object()},
                         {"confidence", 0.95},
                         {"boundaries", Tree::array()},
                         {"cells", cells}}}}};
  std::vector<Fault> faults;
  const auto panels = make_phase_diagrams(group_by_settings(runs, {"x", "y"}), boundary, faults);
  ASSERT_EQ(panels.size(), 1U);
  ASSERT_TRUE(faults.empty()) << faults[0].message;
  const Tree& data = panels[0]["data"];
  EXPECT_EQ(data["x"]["values"].size(), 3U);
  ASSERT_EQ(data["cells"].size(), 6U);
  for (const auto& cell : data["cells"]) {
    EXPECT_EQ(cell["x"] == 1, cell.value("estimated", false));
    if (cell["x"] == 1) {
      EXPECT_NEAR(cell["value"].get<double>(), 0.25 * 1.0 + 0.75 * 0.2, 1e-6);
    }
    EXPECT_EQ(cell["label"], cell["x"] == 2 ? "above" : "below");
  }
}

}  // namespace
}  // namespace sextant::test
