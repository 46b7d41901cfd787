// Reading what runs leave behind, whole or not.
#include "sextant/results/run_reader.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sextant/core/files.h"
#include "sextant/results/checksums.h"
#include "sextant/results/metrics_file.h"
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
  EXPECT_EQ(lines[1].find("learning_rate"), 0.1);
  EXPECT_FALSE(lines[1].find("meter.kernel_drift"));
  EXPECT_EQ(read_metrics_table(directory.path()).rows[0],
            (std::vector<std::string>{"0", "test", "0.7", "0.5", "", ""}));
}

TEST(RunReader, ReadsBackTheRowsThatARunWrote) {
  const TemporaryDirectory directory;
  MetricsFile file(directory.file("metrics.csv"));
  file.open(std::nullopt, Sync::later, {"meter.drift", "meter.rank"});
  file.add({1, "train", 0.5, std::nullopt, 1e-3, 2.0});
  file.add({.step = 2, .split = "meter", .readings = {{"meter.drift", 0.25}, {"meter.rank", 3}}});
  EXPECT_EQ(read_file(directory.file("metrics.csv")),
            "step,split,loss,accuracy,learning_rate,gradient_norm,meter.drift,meter.rank\n"
            "1,train,0.5,,0.001,2,,\n2,meter,,,,,0.25,3\n");
  const auto rows = read_metrics(directory.path());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].loss, 0.5);
  EXPECT_TRUE(rows[0].readings.empty());
  EXPECT_EQ(rows[1].find("meter.rank"), 3);
  EXPECT_EQ(scalars_of(rows[0]), (Scalars{{"train/loss", 0.5}, {"learning_rate", 1e-3}, {"gradient_norm", 2}}));
}

TEST(RunReader, ForeignMetricsAreAnError) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("metrics.csv"), "<html>\n");
  EXPECT_THROW(read_metrics(directory.path()), Error);
  write_file_atomically(directory.file("metrics.csv"), "step,split,loss,accuracy\n1,test,loud,0\n");
  EXPECT_NE(error_text([&] { read_metrics(directory.path()); }).find("'loud' is not a number"), std::string::npos);
}

TEST(RunReader, ARunWithoutAResultIsRunning) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("config.toml"), "seed = 1\n[train]\nsteps = 100\n");
  write_file_atomically(directory.file("metrics.csv"), "step,split,loss,accuracy\n40,train,0.5,\n");
  std::vector<Fault> faults;
  const RunRecord run = read_run(directory.path(), faults);
  EXPECT_EQ(run.status, "running");
  EXPECT_EQ(run.step, 40);
  EXPECT_EQ(run.steps, 100);
  EXPECT_TRUE(faults.empty());
  EXPECT_FALSE(read_run_record(directory.path()));
}

TEST(RunReader, ARunThatCouldNotBeginIsAFailedOne) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("config.toml"), "seed = 1\n");
  write_file_atomically(directory.file("result.json"), R"({"status": "failed", "fault": "no such file"})");
  std::vector<Fault> faults;
  EXPECT_EQ(read_run(directory.path(), faults).fault, "no such file");
  EXPECT_TRUE(faults.empty());
  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record);
  EXPECT_EQ(record->row()["status"], "failed");
  EXPECT_TRUE(record->row()["step"].is_null());
}

TEST(RunReader, ARowHasEveryOptionInNormalForm) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("config.toml"), "seed = 1\n[model]\ncausal = true\nsigma = \"auto\"\n");
  write_file_atomically(directory.file("result.json"),
                        R"({"status": "done", "step": 3, "steps": 3, "metrics": {"test": {"loss": 1.0}}})");
  write_file_atomically(directory.file("metrics.csv"), "torn\n");  // a result without its curves is still one
  const auto record = read_run_record(directory.path());
  ASSERT_TRUE(record);
  const Tree row = record->row();
  EXPECT_EQ(row["model.causal"].dump(), "1");
  EXPECT_TRUE(row.contains("model.sigma"));
  EXPECT_TRUE(row["model.sigma"].is_null());
  EXPECT_EQ(row["final.test.loss"].dump(), "1.0");  // what was measured is no option
  EXPECT_EQ(record->configuration["model.causal"], true);
  EXPECT_FALSE(record->settings.contains("model.sigma"));
}

TEST(RunReader, AFinishedRunWithoutItsMetricsIsDamaged) {
  const TemporaryDirectory directory;
  const std::string metrics = "step,split,loss,accuracy\n4,test,0.5,1\n";
  write_file_atomically(directory.file("config.toml"), "seed = 1\n[train]\nsteps = 4\n");
  write_file_atomically(directory.file("metrics.csv"), metrics);
  const Tree result = {{"status", "done"}, {"step", 4}, {"files", digest_run(directory.path())}};
  write_file_atomically(directory.file("result.json"), write_checked_json(result, 2));
  EXPECT_EQ(read_run_record(directory.path())->metrics.size(), 1U);
  std::filesystem::remove(directory.file("metrics.csv"));
  EXPECT_TRUE(contains(error_text([&] { read_run_record(directory.path()); }), "metrics.csv: it has gone"));
}

TEST(RunReader, ATornResultIsAnErrorWithItsName) {
  const TemporaryDirectory directory;
  write_file_atomically(directory.file("config.toml"), "seed = 1\n");
  write_file_atomically(directory.file("result.json"), R"({"status": "do)");
  const std::string text = error_text([&] { read_run_record(directory.path()); });
  EXPECT_TRUE(contains(text, "result.json: it is not JSON")) << text;
  write_file_atomically(directory.file("result.json"), R"({"status": "done", "step": 1e400})");
  EXPECT_TRUE(contains(error_text([&] { read_run_record(directory.path()); }), "number overflow"));
}

}  // namespace
}  // namespace sextant::test
