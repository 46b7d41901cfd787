// The threads of a sweep: every job ends with one event, whatever happens in between.
#include "sextant/lab/sweep/local_crew.h"

#include <gtest/gtest.h>

#include <atomic>

namespace sextant::test {
namespace {

using namespace std::chrono_literals;

/// Runs that count to their number of steps.
class Counting final : public Runner {
 public:
  Tree resolve(const Tree& configuration) const override { return configuration; }
  Tree identity(const Tree& configuration) const override { return configuration; }
  std::string name(const std::string& stem, const Tree&) const override { return stem; }
  std::string code(const Tree&) const override { return ""; }
  RunCost cost(const Tree&) const override { return {}; }
  RunProbe probe(const Tree&) const override { return {}; }
  RunOutcome run(const std::string& directory, const Tree& configuration, RunListener& listener) const override {
    const Index steps = configuration["steps"].get<Index>();
    if (++training_ > most_) most_ = training_.load();
    bool stopped = false;
    for (Index step = 0; step < steps && !stopped; ++step) {
      stopped = listener.wants_stop(step);
      listener.on_news({.step = step, .steps = steps, .loss = 0.5, .accuracy = {}});
    }
    --training_;
    listener.on_trained();
    return {
        .status = stopped ? "interrupted" : "done", .fault = {}, .seconds = 0, .from_disk = false, .note = directory};
  }
  Index most() const { return most_; }

 private:
  mutable std::atomic<Index> training_ = 0, most_ = 0;
};

TEST(LocalCrew, EveryJobEndsOnceAndNoMoreTrainAtOnceThanMay) {
  const Counting runner;
  LocalCrew crew(runner, "runs", 3);
  ASSERT_EQ(crew.slots(), 4);
  Index begun = 0;
  const auto begin = [&](Index slot) { crew.start(slot, {"job" + std::to_string(begun++), {{"steps", 500}}, {}}); };
  for (Index slot = 0; slot < crew.slots(); ++slot) begin(slot);
  std::set<std::string> ended;
  while (ended.size() < 40) {
    const auto event = crew.wait(10s);
    ASSERT_TRUE(event);
    if (event->kind != CrewEvent::Kind::ended) continue;
    EXPECT_EQ(event->outcome.status, "done");
    EXPECT_TRUE(ended.insert(event->outcome.note).second) << event->outcome.note;
    if (begun < 40) begin(event->slot);
  }
  EXPECT_LE(runner.most(), 3);
  EXPECT_FALSE(crew.wait(0ms));
}

TEST(LocalCrew, StoppedJobsEndAsInterrupted) {
  const Counting runner;
  LocalCrew crew(runner, "runs", 2);
  constexpr Index never = 1'000'000'000'000;
  for (Index slot = 0; slot < crew.slots(); ++slot) crew.start(slot, {"job", {{"steps", never}}, {}});
  while (crew.wait(10s)->kind != CrewEvent::Kind::progress) {
  }
  crew.stop();
  for (Index ended = 0; ended < crew.slots();) {
    const auto event = crew.wait(10s);
    ASSERT_TRUE(event);
    if (event->kind != CrewEvent::Kind::ended) continue;
    EXPECT_EQ(event->outcome.status, "interrupted");
    ++ended;
  }
}

TEST(LocalCrew, ACrewThatLeavesWaitsForItsJobs) {
  const Counting runner;
  for (int round = 0; round < 20; ++round) {
    LocalCrew crew(runner, "runs", 2);
    crew.start(round % 3, {"job", {{"steps", 1'000'000'000}}, {}});
  }
}

}  // namespace
}  // namespace sextant::test
