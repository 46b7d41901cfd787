// Checkpoints: everything comes back, and nothing wrong is taken.
#include "sextant/train/checkpoint.h"

#include <gtest/gtest.h>

#include "sextant/core/files.h"
#include "sextant/core/safetensors.h"
#include "tests/support/error_text.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

struct Trained {
  explicit Trained(const Configuration& job, Index steps = 3) : engine(job) {
    engine.initialise();
    for (Index step = 0; step < steps; ++step) trainer.make_step();
  }
  void write(const std::string& path) {
    write_checkpoint(path, trainer.parameters(), trainer.optimizer(),
                     {.step = trainer.step(),
                      .last_step = {0.25, 0.75},
                      .early_stop = {.best = 0.1, .without_improvement = 3, .stopped = true},
                      .configuration = "seed = 1\n",
                      .instruction_set = "AVX2",
                      .metrics = "{}"});
  }
  CheckpointState read(const std::string& path) {
    return read_checkpoint(path, trainer.parameters(), trainer.optimizer());
  }
  std::vector<real> everything() {
    std::vector<real> all(trainer.parameters().values().begin(), trainer.parameters().values().end());
    for (const auto& state : trainer.optimizer().state())
      all.insert(all.end(), state.values.begin(), state.values.end());
    return all;
  }
  EngineJob engine;
  Trainer& trainer = engine.trainer;
};

class Checkpoints : public testing::Test {
 protected:
  TemporaryDirectory directory_;
  std::string path_ = directory_.file("checkpoint.safetensors");
};

TEST_F(Checkpoints, EverythingComesBackForEveryOptimizer) {
  for (const auto& variant : optimizers().variants()) {
    Configuration job = make_small_job();
    job.position.kind = "random";  // has frozen values
    job.position.own = position_family().find("random").make_options();
    job.optimizer.kind = variant.name;
    job.optimizer.own = variant.make_options();
    Trained one(job);
    one.write(path_);
    job.general.seed = 99;
    Trained two(job, 1);
    ASSERT_NE(one.everything(), two.everything());
    const CheckpointState state = two.read(path_);
    EXPECT_EQ(one.everything(), two.everything()) << variant.name;
    EXPECT_EQ(state.step, 3);
    EXPECT_EQ(state.last_step.loss, 0.25);
    EXPECT_EQ(state.last_step.accuracy, 0.75);
    EXPECT_EQ(state.early_stop.best, 0.1);
    EXPECT_EQ(state.early_stop.without_improvement, 3);
    EXPECT_TRUE(state.early_stop.stopped);
    EXPECT_EQ(state.configuration, "seed = 1\n");
    EXPECT_EQ(state.instruction_set, "AVX2");
    const std::string bytes = read_file(path_);
    two.trainer.set_step(state.step);
    two.write(path_);
    EXPECT_TRUE(read_file(path_) == bytes) << "the same state must be the same file";
  }
}

TEST_F(Checkpoints, AnotherShapeIsNamedAndNothingChanges) {
  Configuration job = make_small_job();
  Trained(job).write(path_);
  job.model.feed_forward = 24;
  Trained other(job);
  const auto before = other.everything();
  const std::string text = error_text([&] { other.read(path_); });
  EXPECT_TRUE(contains(text, "tensor blocks.0.feed_forward.in.weight: expected shape (24, 12), found (20, 12)"))
      << text;
  EXPECT_EQ(other.everything(), before);
}

TEST_F(Checkpoints, MissingAndSuperfluousTensorsAreNamed) {
  Configuration job = make_small_job();
  Trained(job).write(path_);
  Configuration deeper = job;
  deeper.model.depth = 3;
  EXPECT_TRUE(contains(error_text([&] { Trained(deeper).read(path_); }), "tensor blocks.2."));
  Configuration flatter = job;
  flatter.model.depth = 1;
  EXPECT_TRUE(contains(error_text([&] { Trained(flatter).read(path_); }), "tensor blocks.1."));
}

TEST_F(Checkpoints, EveryTruncationIsRefused) {
  Trained trained(make_small_job());
  trained.write(path_);
  const auto before = trained.everything();
  const std::string bytes = read_file(path_);
  for (const double share : {0.0, 0.001, 0.01, 0.1, 0.5, 0.9, 0.999}) {
    const auto length = static_cast<std::size_t>(share * static_cast<double>(bytes.size()));
    directory_.make_file("cut", bytes.substr(0, length));
    EXPECT_NE(error_text([&] { trained.read(directory_.file("cut")); }), "") << length;
    EXPECT_EQ(trained.everything(), before);
  }
}

TEST_F(Checkpoints, OtherFilesAndPrecisionsAreRefused) {
  Trained trained(make_small_job());
  const float number = 1;
  const std::vector<SafetensorsItem> items{{"x", "F32", {1}, &number, sizeof number}};
  write_safetensors(path_, items, {});
  EXPECT_TRUE(contains(error_text([&] { trained.read(path_); }), "was it written by sextant?"));
  write_safetensors(path_, items, {{"format", "sextant checkpoint 1"}, {"precision", "half"}});
  EXPECT_TRUE(contains(error_text([&] { trained.read(path_); }), "its number type is half, this run uses float"));
  EXPECT_NE(error_text([&] { trained.read(directory_.file("nothing here")); }), "");
}

}  // namespace
}  // namespace sextant::test
