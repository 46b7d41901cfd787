// A run in its directory: finished, resumed, stopped early, refused.
#include "sextant/lab/run.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sextant/core/environment.h"
#include "sextant/core/files.h"
#include "sextant/core/random.h"
#include "tests/support/error_text.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

class StopAt final : public RunListener {
 public:
  explicit StopAt(Index step) : step_(step) {}
  bool wants_stop(Index step) override { return step == step_; }

 private:
  Index step_;
};

/// Breaks at a step, and counts how often it was told that training is over.
class BreakAt final : public RunListener {
 public:
  explicit BreakAt(Index step) : step_(step) {}
  bool wants_stop(Index step) override {
    require(step != step_, "the watcher broke");
    return false;
  }
  void on_trained() override { ++trained; }
  Index trained = 0;

 private:
  Index step_;
};

class Runs : public testing::Test {
 protected:
  Tree go(const Configuration& job, const std::string& name, Index stop = -1) {
    StopAt watcher(stop);
    lab::Run run({job, directory_.file(name)});
    return run.go(watcher);
  }
  std::string read(const std::string& run, const std::string& name) {
    return read_file(directory_.file(run) + "/" + name);
  }
  void expect_same_files(const std::string& one, const std::string& other) {
    for (const char* name : {"config.toml", "audit.csv", "weights_at_start.json", "metrics.csv",
                             "positions.safetensors", "checkpoint.safetensors", "result.json"})
      EXPECT_TRUE(read(one, name) == read(other, name)) << name;
  }
  TemporaryDirectory directory_;
};

TEST_F(Runs, StoppedAtAnyStepEndsInTheSameBytes) {
  const Configuration job = make_small_job();
  EXPECT_EQ(go(job, "straight").at("status"), "done");
  for (Index stop = 0; stop < job.train.steps; ++stop) {
    const std::string name = fmt::format("stop-{}", stop);
    const Tree interrupted = go(job, name, stop);
    EXPECT_EQ(interrupted.at("status"), "interrupted");
    EXPECT_EQ(interrupted.at("step"), stop);
    EXPECT_EQ(go(job, name).at("status"), "done");
    expect_same_files("straight", name);
  }
}

TEST_F(Runs, StoppedAfterEveryStepWithDropoutAndEarlyStop) {
  Configuration job = make_small_job();
  job.model.dropout_residual = 0.2;
  job.model.dropout_position = 0.1;
  job.train.stop_metric = "loss";
  job.train.patience = 1;
  job.train.evaluate_every = 3;
  job.optimizer.learning_rate = 0.05;  // bounces, so that patience runs out
  const Tree straight = go(job, "straight");
  EXPECT_TRUE(straight.value("stopped_early", false));
  for (Index stop = 1; stop < job.train.steps; ++stop) go(job, "steps", stop);
  go(job, "steps");
  expect_same_files("straight", "steps");
}

TEST_F(Runs, RowsAndFramesBeyondTheCheckpointAreWrittenAgain) {
  Configuration job = make_small_job();
  go(job, "straight");
  go(job, "killed", 10);
  // As if it had been killed at step 12, in the middle of a row.
  const std::string path = directory_.file("killed") + "/metrics.csv";
  const std::string rows = read_file(path);
  directory_.make_file("killed/metrics.csv", rows + "11,train,0.5,0.5,0.001,1\n12,train,0.");
  directory_.make_file("killed/positions.safetensors", read("straight", "positions.safetensors"));  // frames to come
  go(job, "killed");
  expect_same_files("straight", "killed");
}

TEST_F(Runs, TakenUpBetweenItsLastCheckpointAndItsResult) {
  const Configuration job = make_small_job();
  go(job, "straight");
  go(job, "late");
  std::filesystem::remove(directory_.file("late") + "/result.json");
  go(job, "late");
  expect_same_files("straight", "late");
}

TEST_F(Runs, AFinishedRunAnswersFromTheDisk) {
  const Configuration job = make_small_job();
  const Tree first = go(job, "run");
  const auto written = std::filesystem::last_write_time(directory_.file("run") + "/checkpoint.safetensors");
  lab::Run again({job, directory_.file("run")});
  EXPECT_TRUE(again.finished());
  RunListener nobody;
  EXPECT_EQ(again.go(nobody), first);
  EXPECT_EQ(std::filesystem::last_write_time(directory_.file("run") + "/checkpoint.safetensors"), written);
}

TEST_F(Runs, AFinishedRunAnswersWithoutItsModel) {
  Configuration job = make_small_job();
  go(job, "run");
  job.model.heads = 5;  // cannot be built; as config.toml says the same, nobody tries
  std::string written = read("run", "config.toml");
  written.erase(0, written.find('\n', written.find("# run")) + 1);  // no checksum, as in version 0.1
  written.replace(written.find("heads = 2"), 9, "heads = 5");
  directory_.make_file("run/config.toml", written);
  for (const char* name : {"environment.json", "result.json", "timing.json"}) {
    Tree record = Tree::parse(read("run", name));
    record.erase("checksum");
    record.erase("run");
    directory_.make_file(fmt::format("run/{}", name), record.dump());
  }
  EXPECT_EQ(go(job, "run").at("status"), "done");
  EXPECT_FALSE(error_text([&] { go(job, "other"); }).empty());
}

TEST_F(Runs, WhatBreaksIsNotedAndTheRunGoesOnWhenAskedAgain) {
  Configuration job = make_small_job();
  job.train.checkpoint_every = 4;
  go(job, "straight");
  BreakAt watcher(10);
  EXPECT_EQ(error_text([&] { lab::Run({job, directory_.file("run")}).go(watcher); }), "the watcher broke");
  EXPECT_EQ(watcher.trained, 0);
  const Tree noted = Tree::parse(read("run", "result.json"));
  EXPECT_EQ(noted.at("status"), "failed");
  EXPECT_EQ(noted.at("fault"), "the watcher broke");
  EXPECT_EQ(noted.at("step"), 10);
  BreakAt nowhere(-1);
  lab::Run again({job, directory_.file("run")});
  EXPECT_EQ(again.step(), 8);
  again.go(nowhere);
  EXPECT_EQ(nowhere.trained, 1);
  expect_same_files("straight", "run");
}

TEST_F(Runs, TrainingIsOverBeforeTheLastFilesAreWritten) {
  class Look final : public RunListener {
   public:
    explicit Look(std::string directory) : directory_(std::move(directory)) {}
    void on_trained() override { seen = file_exists(directory_ + "/checkpoint.safetensors") ? "checkpoint" : "none"; }
    std::string seen;

   private:
    std::string directory_;
  };
  Look watcher(directory_.file("run"));
  lab::Run({make_small_job(), directory_.file("run")}).go(watcher);
  EXPECT_EQ(watcher.seen, "none");
}

TEST_F(Runs, AnotherConfigurationIsRefusedAndFreshRemovesIt) {
  Configuration job = make_small_job();
  go(job, "run");
  const std::string before = read("run", "checkpoint.safetensors");
  job.optimizer.learning_rate = 0.5;
  const std::string text = error_text([&] { go(job, "run"); });
  EXPECT_TRUE(contains(text, "optimizer.learning_rate is 0.001 there and 0.5 here")) << text;
  EXPECT_TRUE(read("run", "checkpoint.safetensors") == before);
  RunListener nobody;
  lab::Run({job, directory_.file("run"), true}).go(nobody);
  EXPECT_TRUE(read("run", "checkpoint.safetensors") != before);
}

TEST_F(Runs, AnUnfinishedRunOfOtherCodeIsRefused) {
  const Configuration job = make_small_job();
  go(job, "run", 5);
  Tree record = Tree::parse(read("run", "environment.json"));
  record["code"] = "0123456789ab";
  record.erase("checksum");
  record.erase("run");  // as in version 0.1
  directory_.make_file("run/environment.json", record.dump());
  const std::string text = error_text([&] { go(job, "run"); });
  EXPECT_TRUE(contains(text, "unfinished run of a different code version (0123456789ab there, " + code_version(job)))
      << text;
  EXPECT_TRUE(contains(text, "--fresh")) << text;
  Tree result = Tree::parse(read("run", "result.json"));
  result.erase("checksum");
  result.erase("run");
  result["status"] = "done";  // a finished one answers, whoever computed it
  directory_.make_file("run/result.json", result.dump());
  EXPECT_EQ(go(job, "run"), result);
}

TEST_F(Runs, DataAreKnownByTheirBytes) {
  Configuration job = make_small_job();
  job.model.width = 16;
  const std::string points = directory_.make_file("points.csv", "0\n1\n2\n5\n");
  job.position.kind = "rotary";
  job.position.own = position_family().find("rotary").make_options();
  job.position.arrangement = "coordinates:" + points;
  EXPECT_EQ(job.data_files(), std::vector{points});
  const std::string name = name_run("job", job);
  go(job, "run");
  const auto touched = std::filesystem::last_write_time(points) + std::chrono::seconds(7);
  std::filesystem::last_write_time(points, touched);
  EXPECT_EQ(name_run("job", job), name);
  EXPECT_EQ(go(job, "run").at("status"), "done");
  directory_.make_file("points.csv", "0\n1\n2\n6\n");
  std::filesystem::last_write_time(points, touched + std::chrono::seconds(7));
  EXPECT_NE(name_run("job", job), name);
  const std::string text = error_text([&] { go(job, "run"); });
  EXPECT_TRUE(contains(text, "it contains a run whose input " + points + " has changed since")) << text;
}

TEST_F(Runs, TwoCannotWorkInOneDirectory) {
  const Configuration job = make_small_job();
  const lab::Run first({job, directory_.file("run")});
  EXPECT_TRUE(contains(error_text([&] { lab::Run({job, directory_.file("run")}); }), "another process is using"));
}

TEST_F(Runs, ThreadsAreNoPartOfTheFiles) {
  Configuration job = make_small_job();
  go(job, "one");
  job.train.threads = 2;
  job.train.checkpoint_every = 5;
  go(job, "two");
  for (const char* name : {"metrics.csv", "positions.safetensors", "checkpoint.safetensors", "result.json"})
    EXPECT_TRUE(read("one", name) == read("two", name)) << name;
}

TEST_F(Runs, StopsEarlyWhenGoodEnough) {
  Configuration job = make_small_job();
  job.train.stop_metric = "accuracy";
  job.train.stop_value = 0.4;
  const Tree result = go(job, "run");
  EXPECT_TRUE(result.at("stopped_early").get<bool>());
  EXPECT_LT(result.at("step").get<Index>(), job.train.steps);
  EXPECT_GE(result.at("metrics").at("test").at("accuracy").get<double>(), 0.4);
}

TEST_F(Runs, DivergenceIsAResult) {
  Configuration job = make_small_job();
  job.model.norm = "none";
  job.optimizer.kind = "sgd";
  job.optimizer.own = optimizers().find("sgd").make_options();
  job.optimizer.learning_rate = 1e8;
  job.train.steps = 100;
  const Tree result = go(job, "run");
  EXPECT_EQ(result.at("status"), "diverged");
  const std::string expected = fmt::format("step {}: ", result.at("step").get<Index>() + 1);
  EXPECT_TRUE(result.at("fault").get<std::string>().starts_with(expected)) << result.at("fault");
  EXPECT_EQ(go(job, "run"), result);  // from the disk
}

}  // namespace
}  // namespace sextant::test
