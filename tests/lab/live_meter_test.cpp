// The meter of a run as it goes: the weights know nothing of it, and it ends in the same bytes however the run got
// there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "sextant/core/files.h"
#include "sextant/core/safetensors.h"
#include "sextant/lab/analyse.h"
#include "sextant/lab/run.h"
#include "sextant/lab/sweep/jobs.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

class StopMeterAt final : public RunListener {
 public:
  explicit StopMeterAt(Index step) : step_(step) {}
  bool wants_stop(Index step) override { return step == step_; }

 private:
  Index step_;
};

class MetersOfRuns : public testing::Test {
 protected:
  static Configuration make_job(bool meter) {
    Configuration job = make_small_job();
    job.train.batch = 64;  // readings at some steps between the first and the last
    job.train.steps = 100;
    job.train.evaluate_every = 50;
    job.train.meter = meter;
    job.train.meter_probes = 3;
    return job;
  }
  Tree go(const Configuration& job, const std::string& name, Index stop = -1) {
    StopMeterAt watcher(stop);
    return lab::Run({job, directory_.file(name)}).go(watcher);
  }
  std::string read(const std::string& run, const std::string& name) {
    return read_file(directory_.file(run) + "/" + name);
  }
  /// Lines of metrics.csv with that split.
  std::vector<std::string> rows_of(const std::string& run, const std::string& split) {
    std::vector<std::string> rows;
    const std::string content = read(run, "metrics.csv");
    for (std::size_t start = 0; start < content.size();) {
      const std::size_t end = content.find('\n', start);
      const std::string line = content.substr(start, end - start);
      if (line.find("," + split + ",") != std::string::npos) rows.push_back(line);
      start = end + 1;
    }
    return rows;
  }
  TemporaryDirectory directory_;
};

TEST_F(MetersOfRuns, LeaveEveryWeightAsItWouldBeWithoutThem) {
  const Tree with = go(make_job(true), "with"), without = go(make_job(false), "without");
  EXPECT_EQ(with.at("metrics").at("test"), without.at("metrics").at("test"));
  EXPECT_FALSE(without.at("metrics").contains("meter"));
  const Safetensors one(directory_.file("with") + "/checkpoint.safetensors");
  const Safetensors other(directory_.file("without") + "/checkpoint.safetensors");
  ASSERT_EQ(one.entries().size(), other.entries().size());
  for (const auto& entry : one.entries())
    EXPECT_TRUE(std::equal(entry.data, entry.data + entry.bytes, other.find(entry.name).data)) << entry.name;
}

TEST_F(MetersOfRuns, HaveColumnsOfTheirOwnAndRowsOnlyWhereTheyAreDue) {
  const Tree result = go(make_job(true), "run");
  const std::string content = read("run", "metrics.csv");
  EXPECT_TRUE(
      content.starts_with("step,split,loss,accuracy,learning_rate,gradient_norm,meter.kernel_drift,"
                          "meter.kernel_alignment,meter.position_rank,meter.travel_all,meter.travel_token,"));
  const auto rows = rows_of("run", "meter");
  ASSERT_GE(rows.size(), 4u);
  EXPECT_TRUE(rows.front().starts_with("0,meter,,,,,0,"));
  EXPECT_TRUE(rows.back().starts_with("100,meter,,,,,"));
  const auto columns = std::count(content.begin(), content.begin() + static_cast<long>(content.find('\n')), ',');
  for (const char* split : {"train", "test", "meter"})
    for (const auto& row : rows_of("run", split)) EXPECT_EQ(std::count(row.begin(), row.end(), ','), columns) << row;
  const Tree& meter = result.at("metrics").at("meter");
  EXPECT_GT(meter.at("kernel_drift").get<double>(), 0);
  EXPECT_GT(meter.at("travel_position").get<double>(), 0);
  EXPECT_NE(rows.back().find(fmt::format(",{},", meter.at("kernel_alignment").get<double>())), std::string::npos);
}

TEST_F(MetersOfRuns, StoppedAndResumedEndInTheSameBytes) {
  const Configuration job = make_job(true);
  go(job, "straight");
  std::vector<Index> stops = plan_readings(100, 1.0);
  stops.insert(stops.end(), {5, 37});
  for (const Index stop : stops) {
    if (stop >= job.train.steps) continue;
    const std::string name = fmt::format("stop-{}", stop);
    EXPECT_FALSE(go(job, name, stop).at("metrics").contains("meter"));
    go(job, name);
    for (const char* file : {"metrics.csv", "checkpoint.safetensors", "result.json", "audit.csv"})
      EXPECT_TRUE(read("straight", file) == read(name, file)) << file << " stopped at " << stop;
  }
  std::filesystem::remove(directory_.file("stop-37") + "/result.json");  // taken up at its very end
  go(job, "stop-37");
  EXPECT_TRUE(read("straight", "result.json") == read("stop-37", "result.json"));
  EXPECT_TRUE(read("straight", "metrics.csv") == read("stop-37", "metrics.csv"));
}

TEST_F(MetersOfRuns, ReadAtTheEndOfARunThatStopsEarly) {
  Configuration job = make_job(true);
  job.train.stop_metric = "loss";
  job.train.stop_value = 100;  // at once
  job.train.evaluate_every = 7;
  const Tree result = go(job, "early");
  EXPECT_LT(result.at("step").get<Index>(), 100);
  EXPECT_TRUE(result.at("metrics").contains("meter"));
}

TEST_F(MetersOfRuns, TheAnalysisOfTheFinishedRunReadsTheSame) {
  const Tree result = go(make_job(true), "run");
  AnalyseOptions options;
  options.directory = directory_.file("run");
  options.only = {"richness"};
  options.samples = 8;
  Events nobody;
  const Findings found = lab::analyse(options, nobody).runs.front().analyses.front().findings;
  for (const auto& [name, value] : result.at("metrics").at("meter").items())
    EXPECT_EQ(found.number(name), value.get<double>()) << name;
  EXPECT_NE(rows_of("run", "meter").front().find(fmt::format(",0,{},", found.number("kernel_alignment_at_start"))),
            std::string::npos);
}

TEST(PlannedReadings, AreSpreadOverTheOctavesAndCostLittle) {
  EXPECT_EQ(plan_readings(16, 0.001), (std::vector<Index>{0, 1, 2, 3, 4, 6, 8, 11, 16}));
  for (const Index steps : {1, 2, 100, 3840, 12'800, 1'000'000})
    for (const double cost : {0.1, 1.0, 6.0, 50.0}) {
      const auto due = plan_readings(steps, cost);
      EXPECT_EQ(due.front(), 0);
      EXPECT_EQ(due.back(), steps);
      EXPECT_TRUE(std::ranges::is_sorted(due, std::less_equal<>())) << steps;
      EXPECT_LE(static_cast<double>(due.size() - 2) * cost, 0.03 * static_cast<double>(steps)) << steps << " " << cost;
    }
  EXPECT_EQ(plan_readings(0, 1), (std::vector<Index>{0}));
}

}  // namespace
}  // namespace sextant::test
