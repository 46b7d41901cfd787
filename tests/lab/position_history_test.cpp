// The tables of positions over time: which steps, which numbers, for every encoding.
#include <gtest/gtest.h>

#include "sextant/core/safetensors.h"
#include "sextant/lab/run.h"
#include "tests/support/error_text.h"
#include "tests/support/model_test.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

class Histories : public testing::Test {
 protected:
  /// Trains and returns the path of the history.
  std::string history_of(const Configuration& job, const std::string& name) {
    RunListener nobody;
    lab::Run({job, directory_.file(name)}).go(nobody);
    return directory_.file(name) + "/positions.safetensors";
  }
  TemporaryDirectory directory_;
};

TEST(PositionHistory, TwoFramesPerOctave) {
  std::vector<Index> steps{0};
  while (steps.back() < 128) steps.push_back(next_frame(steps.back()));
  EXPECT_EQ(steps, (std::vector<Index>{0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128}));
}

TEST_F(Histories, TheLastFrameIsTheTrainedTable) {
  const std::string path = history_of(make_small_job(), "run");
  const Safetensors history(path), checkpoint(directory_.file("run") + "/checkpoint.safetensors");
  EXPECT_EQ(history.metadata().at("steps"), "0 1 2 3 4 6 8 11 16 23 24");
  EXPECT_EQ(history.metadata().at("rule"), "rows of the table");
  EXPECT_EQ(history.entries().size(), 11u);
  EXPECT_EQ(history.find("000000024/position").dtype, "F32");
  EXPECT_EQ(history.find("000000024/position").shape, (std::vector<Index>{4, 12}));
  EXPECT_EQ(history.values("000000024/position"), checkpoint.values("position.table"));
  EXPECT_NE(history.values("000000023/position"), history.values("000000024/position"));
  Assembly start(make_small_job());
  start.session().initialise();
  const auto drawn = start.session().model().geometry(0).table.values;
  EXPECT_EQ(history.values("000000000/position"), std::vector<double>(drawn.begin(), drawn.end()));
}

TEST_F(Histories, OneTablePerBlock) {
  Configuration job = make_small_job();
  job.position.at = "every";
  const Safetensors history(history_of(job, "run"));
  EXPECT_EQ(history.entries().size(), 22u);
  EXPECT_EQ(history.entries()[0].name, "000000000/blocks.0.position");
  EXPECT_EQ(history.entries()[1].name, "000000000/blocks.1.position");
}

// A frame shows the weights of its step: geometry() may not use the tables that the last batch left behind.
TEST_F(Histories, EveryTrainedEncodingHasOneAndItShowsTheWeightsOfItsStep) {
  for (const auto& variant : position_family().variants()) {
    Configuration job = make_small_job();
    job.model.width = 16;
    job.position = position_options(variant.name, 4, job.model.width);
    job.train.steps = 6;
    const std::string path = history_of(job, variant.name);
    EngineJob engine(job);
    engine.initialise();
    Trainer& trainer = engine.trainer;
    const bool trained = std::ranges::any_of(trainer.parameters().list(), [](const Parameter& parameter) {
      return parameter.role == Role::position && parameter.trainable;
    });
    ASSERT_EQ(file_exists(path), trained) << variant.name;
    if (!trained) continue;
    const Safetensors history(path);
    for (Index step = 0; step < 3; ++step) trainer.make_step();
    Position& position = trainer.model().position(job.model.depth - 1);
    position.prepare();
    const auto expected = position.geometry().table.values;
    const std::string name = history.entries()[history.entries().size() / 6 - 1].name.substr(10);  // 6 frames
    const auto found = history.values("000000003/" + name);
    ASSERT_EQ(found.size(), expected.size()) << variant.name;
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(found[i], static_cast<double>(static_cast<float>(expected[i]))) << variant.name;
  }
}

TEST_F(Histories, NoneWhereNobodyWantsOneAndALostOneIsNamed) {
  Configuration job = make_small_job();
  job.train.record_positions = false;
  EXPECT_FALSE(file_exists(history_of(job, "none")));
  job.train.record_positions = true;
  const std::string path = history_of(job, "lost");
  std::filesystem::remove(path);
  std::filesystem::remove(directory_.file("lost") + "/result.json");
  EXPECT_TRUE(contains(error_text([&] { history_of(job, "lost"); }), path));
}

}  // namespace
}  // namespace sextant::test
