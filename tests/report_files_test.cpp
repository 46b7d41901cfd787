// Reading what runs leave behind, whole or not, and putting it into a page.
#include <gtest/gtest.h>

#include "error_text.h"
#include "sextant/core/files.h"
#include "sextant/report/document.h"
#include "sextant/report/page.h"
#include "sextant/report/panels.h"
#include "sextant/report/run_reader.h"
#include "temporary_directory.h"

namespace sextant {
namespace {

TEST(ReportFiles, ATornLastLineOfMetricsIsLeftOut) {
  const TemporaryDirectory directory;
  write_file_atomically(
      directory.file("metrics.csv"),
      "step,split,loss,accuracy,learning_rate,gradient_norm\n0,test,0.7,0.5,,\n10,train,nan,,0.1,\n2");
  const auto lines = read_metrics(directory.file("metrics.csv"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].step, 0);
  EXPECT_EQ(lines[0].accuracy, 0.5);
  EXPECT_EQ(lines[1].split, "train");
  EXPECT_FALSE(lines[1].accuracy);
}

TEST(ReportFiles, ForeignMetricsAreAnError) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("metrics.csv"), "<html>\n");
  EXPECT_THROW(read_metrics(directory.file("metrics.csv")), Error);
  write_file_atomically(directory.file("metrics.csv"), "step,split,loss,accuracy\n1,test,loud,0\n");
  EXPECT_NE(error_text([&] { read_metrics(directory.file("metrics.csv")); }).find("'loud' is not a number"),
            std::string::npos);
}

TEST(ReportFiles, SectionsBecomeDottedKeysAndBack) {
  const Tree tree{{"seed", 1}, {"model", {{"depth", 2}, {"inner", {{"leaf", "x"}}}}}};
  const Tree flat = flatten(tree);
  EXPECT_EQ(flat.dump(), R"({"seed":1,"model.depth":2,"model.inner.leaf":"x"})");
  EXPECT_EQ(unflatten(flat), tree);
}

TEST(ReportFiles, ARunWithoutAResultIsRunning) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("config.toml"), "seed = 1\n[train]\nsteps = 100\n");
  write_file_atomically(directory.file("metrics.csv"), "step,split,loss,accuracy\n40,train,0.5,\n");
  std::vector<Fault> faults;
  const ReportedRun run = read_run(directory.path(), faults);
  EXPECT_EQ(run.status, "running");
  EXPECT_EQ(run.step, 40);
  EXPECT_EQ(run.steps, 100);
  EXPECT_TRUE(faults.empty());
}

TEST(ReportFiles, NothingInsideTheDocumentEndsItsElement) {
  const Tree document{{"a", "</script><!--"}, {"b", "\u2028\u2029"}, {"c", "\xff"}};
  const std::string text = embeddable_json(document);
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(text.find("\u2028"), std::string::npos);
  EXPECT_EQ(text.find("\u2029"), std::string::npos);
  const Tree back = Tree::parse(text);
  EXPECT_EQ(back["a"], "</script><!--");
  EXPECT_EQ(back["b"], "\u2028\u2029");
  EXPECT_EQ(back["c"], "\uFFFD");
}

TEST(ReportFiles, AnEmptyFolderIsRefusedWithANextStep) {
  const TemporaryDirectory directory;
  const std::string text = error_text([&] { make_document({directory.path()}, false); });
  EXPECT_NE(text.find("neither a run"), std::string::npos) << text;
  EXPECT_NE(text.find("sextant train"), std::string::npos) << text;
}

/// boundary.json of two axes: a line of bands per value of the other axis.
Tree make_boundary() {
  const Tree lines{{{"at", 0.3}, {"bands", {{{"lower", 2.1}, {"upper", 2.9}, {"crossings", {2.5}}}}}},
                   {{"at", 0.4}, {"bands", {{{"lower", 3.0}, {"upper", 4.0}, {"crossings", Tree::array()}}}}}};
  return Tree{{"confidence", 0.95},
              {"axes", {{{"key", "gamma"}, {"values", {0.3, 0.4}}}, {{"key", "depth"}, {"values", {2, 3, 4}}}}},
              {"boundaries", {{{"label", "fits"}, {"along", {{{"key", "depth"}, {"lines", lines}}}}}}}};
}

TEST(ReportBoundary, LiesOverTheDiagramOfItsAxesAlone) {
  Tree data = Tree::object();
  add_boundary(data, make_boundary(), "gamma", "width");
  EXPECT_TRUE(data.empty());
  add_boundary(data, make_boundary(), "gamma", "depth");
  ASSERT_EQ(data["boundary"].size(), 2U);
  EXPECT_EQ(data["boundary"][0].dump(), R"({"along":"y","x":0.3,"y":2.5,"label":"fits","low":2.1,"high":2.9})");
  EXPECT_TRUE(data["boundary"][1]["y"].is_null());
  EXPECT_EQ(data["boundary_label"], "boundary of fits with its 95 % band");
}

TEST(ReportBoundary, IsTurnedWhereTheDiagramHasItsAxesTheOtherWay) {
  Tree data = Tree::object();
  add_boundary(data, make_boundary(), "depth", "gamma");
  EXPECT_EQ(data["boundary"][0].dump(), R"({"along":"x","y":0.3,"x":2.5,"label":"fits","low":2.1,"high":2.9})");
}

}  // namespace
}  // namespace sextant
