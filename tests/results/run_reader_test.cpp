// Reading what runs leave behind, whole or not.
#include "sextant/results/run_reader.h"

#include <gtest/gtest.h>

#include "sextant/core/files.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

TEST(RunReader, ATornLastLineOfMetricsIsLeftOut) {
  const TemporaryDirectory directory;
  write_file_atomically(
      directory.file("metrics.csv"),
      "step,split,loss,accuracy,learning_rate,gradient_norm\n0,test,0.7,0.5,,\n10,train,nan,,0.1,\n2");
  const auto lines = read_metrics(directory.path());
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].step, 0);
  EXPECT_EQ(lines[0].accuracy, 0.5);
  EXPECT_EQ(lines[1].split, "train");
  EXPECT_FALSE(lines[1].accuracy);
}

TEST(RunReader, ForeignMetricsAreAnError) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("metrics.csv"), "<html>\n");
  EXPECT_THROW(read_metrics(directory.path()), Error);
  write_file_atomically(directory.file("metrics.csv"), "step,split,loss,accuracy\n1,test,loud,0\n");
  EXPECT_NE(error_text([&] { read_metrics(directory.path()); }).find("'loud' is not a number"), std::string::npos);
}

TEST(RunReader, SectionsBecomeDottedKeysAndBack) {
  const Tree tree{{"seed", 1}, {"model", {{"depth", 2}, {"inner", {{"leaf", "x"}}}}}};
  const Tree flat = flatten(tree);
  EXPECT_EQ(flat.dump(), R"({"seed":1,"model.depth":2,"model.inner.leaf":"x"})");
  EXPECT_EQ(unflatten(flat), tree);
}

TEST(RunReader, ARunWithoutAResultIsRunning) {
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

}  // namespace
}  // namespace sextant::test
