// The doors of the laboratory, as a program or Python calls them: what is refused, a stop amid a sweep, a sink that
// throws, and two calls at once.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <thread>

#include "sextant/core/files.h"
#include "sextant/lab/stress/stress.h"
#include "sextant/lab/sweep/sweep.h"
#include "sextant/lab/sweep/sweep_results.h"
#include "sextant/lab/sweep/tune.h"
#include "sextant/lab/train.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

/// Counts what runs end with, notes the threads that call, and acts at the n-th end.
class Notes final : public Events {
 public:
  void on_run(const RunEvent& event) override {
    EXPECT_EQ(std::this_thread::get_id(), caller_);
    if (event.kind != RunEvent::Kind::finished) return;
    ++ended[event.status];
    if (++count_ == act_at && act) act();
  }
  void on_finding(const Finding& finding) override { findings[finding.subject] = finding.text; }

  std::map<std::string, int> ended;
  std::map<std::string, std::string> findings;
  std::function<void()> act;
  int act_at = 0;

 private:
  std::thread::id caller_ = std::this_thread::get_id();
  int count_ = 0;
};

class Api : public testing::Test {
 protected:
  SweepOptions sweep_options(const std::string& name, Index seeds = 6) const {
    SweepOptions options;
    options.assignments = {"model.width=8", "model.depth=1", "train.steps=30", "train.batch=8",
                           fmt::format("seed=1:{}", seeds)};
    options.out = directory_.file(name);
    options.at_once = 1;
    return options;
  }
  /// Runs in the store.
  std::size_t rows(const SweepOptions& options) const {
    ResultsOptions results;
    results.sweep = options.out;
    Events nobody;
    return read_sweep_results(results, nobody).results.runs.rows.size();
  }
  std::size_t directories(const SweepOptions& options) const {
    const std::filesystem::directory_iterator runs(options.out + "/runs");
    return static_cast<std::size_t>(std::distance(begin(runs), end(runs)));
  }
  TemporaryDirectory directory_;
};

TEST_F(Api, AWrongRequestIsRefusedBeforeAnythingIsWritten) {
  Events nobody;
  SweepOptions options = sweep_options("wrong");
  options.at_once = -1;
  EXPECT_EQ(error_text([&] { lab::sweep(options, nobody); }), "-j -1: expected 1 or more");
  options = sweep_options("wrong");
  options.assignments.push_back("model.widht=3");
  EXPECT_TRUE(contains(error_text([&] { lab::sweep(options, nobody); }), "did you mean model.width?"));
  options = sweep_options("wrong");
  options.part = "3/2";
  EXPECT_TRUE(contains(error_text([&] { lab::sweep(options, nobody); }), "expected K/N with 1 <= K <= N"));
  TuneOptions tuned;
  tuned.key = "gama";
  tuned.out = options.out;
  EXPECT_TRUE(contains(error_text([&] { lab::tune(tuned, nobody); }), "expected gamma, sigma or the key"));
  StressOptions stress;
  stress.coordinates = "points.csv";
  stress.positions = 1;
  EXPECT_EQ(error_text([&] { measure_stress(stress, nobody); }), "--positions: expected 2 or more, not 1");
  EXPECT_FALSE(file_exists(options.out));
}

TEST_F(Api, EveryOptionHasANameAndASentence) {
  SweepOptions options;
  options.budget = 0.25;
  const Tree written = write_options({&options});
  SweepOptions read;
  read_options(written, "", {&read});
  EXPECT_EQ(write_options({&read}), written);
  EXPECT_EQ(read.budget, 0.25);
  EXPECT_TRUE(contains(error_text([&] { read_options(Tree{{"shufle", true}}, "", {&read}); }), "shuffle"));
}

TEST_F(Api, AStopAmidASweepKeepsWhatIsThereAndTheSameCallCompletesIt) {
  const SweepOptions options = sweep_options("stopped");
  std::stop_source source;
  Notes notes;
  notes.act_at = 2;
  notes.act = [&] { source.request_stop(); };
  const SweepResult first = lab::sweep(options, notes, source.get_token());
  EXPECT_GE(first.done, 2);
  EXPECT_GT(first.left, 0);
  EXPECT_EQ(first.done + first.left, 6);
  EXPECT_FALSE(first.complete());
  EXPECT_FALSE(first.out_of_time);
  Notes again;
  const SweepResult second = lab::sweep(options, again);
  EXPECT_TRUE(second.complete());
  EXPECT_EQ(second.done, 6);
  EXPECT_EQ(second.made, 6 - first.done);
  EXPECT_EQ(again.ended["done"], second.made);
  EXPECT_EQ(directories(options), 6u);
  EXPECT_EQ(rows(options), 6u);
}

TEST_F(Api, ASinkThatThrowsStopsTheSweepAndItsExceptionArrives) {
  const SweepOptions options = sweep_options("thrown");
  Notes notes;
  notes.act_at = 2;
  notes.act = [] { throw std::out_of_range("the sink has had enough"); };
  EXPECT_THROW(lab::sweep(options, notes), std::out_of_range);
  EXPECT_LT(rows(options), 6u);
  EXPECT_GE(rows(options), 2u);
  Notes again;
  const SweepResult result = lab::sweep(options, again);
  EXPECT_EQ(result.done, 6);
  EXPECT_LE(result.made, 4);
  EXPECT_EQ(rows(options), 6u);
}

TEST_F(Api, ASinkThatThrowsLeavesATrainingThatCanBeResumed) {
  struct Thrower final : Events {
    void on_run(const RunEvent& event) override {
      if (event.kind == RunEvent::Kind::evaluated) throw std::runtime_error("enough");
    }
  } thrower;
  TrainingOptions options;
  options.configuration =
      parse_toml("train = {steps = 40, batch = 8, evaluate_every = 10}\nmodel = {width = 8}", "job");
  options.out = directory_.file("run");
  EXPECT_THROW(lab::train(options, thrower), std::runtime_error);
  EXPECT_EQ(Tree::parse(read_file(options.out + "/result.json")).at("status"), "interrupted");
  Events nobody;
  EXPECT_EQ(lab::train(options, nobody).status(), "done");
  EXPECT_TRUE(lab::train(options, nobody).cached);
}

TEST_F(Api, TwoSweepsAtOnceInOneProcess) {
  for (const bool same : {false, true}) {
    const std::string name = same ? "shared" : "own";
    std::vector<SweepOptions> options{sweep_options(name + "1"), sweep_options(same ? name + "1" : name + "2")};
    std::vector<SweepResult> results(2);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < 2; ++i)
        threads.emplace_back([&, i] {
          Notes notes;
          results[i] = lab::sweep(options[i], notes);
        });
    }
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_TRUE(results[i].complete());
      EXPECT_EQ(results[i].done, 6);
      EXPECT_EQ(rows(options[i]), 6u);
    }
    EXPECT_EQ(results[0].made + results[1].made, same ? 6 : 12);
  }
}

}  // namespace
}  // namespace sextant::test
