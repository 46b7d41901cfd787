// What a job costs: counts that hold on any machine. Times are measured in benchmarks/cost_predictions.py.
#include "sextant/lab/cost/cost.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sextant/lab/sweep/prediction.h"
#include "sextant/lab/sweep_runner.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

/// Large enough for its arithmetic to outweigh what every step costs besides.
Tree sized_job() {
  return {{"model", {{"width", 64}, {"depth", 2}}},
          {"task", {{"length", 32}, {"vocabulary", 200}}},
          {"train", {{"batch", 32}}}};
}

CostResult cost_of(CostOptions options) {
  Events silent;
  return cost(options, silent);
}

const CostGrowth& growth_along(const CostResult& result, const std::string& axis) {
  const auto found = std::ranges::find(result.growth, axis, &CostGrowth::axis);
  if (found == result.growth.end()) throw std::runtime_error("no axis " + axis);
  return *found;
}

TEST(Cost, GrowsAsTheArithmeticDoes) {
  CostOptions options;
  options.configuration = sized_job();
  const auto result = cost_of(options);
  EXPECT_NEAR(growth_along(result, "batch").operations, 1, 1e-9);
  EXPECT_NEAR(growth_along(result, "depth").operations, 1, 0.05);  // embedding and readout stay
  EXPECT_GT(growth_along(result, "width").operations, 1.5);
  EXPECT_GT(growth_along(result, "length").operations, 1);  // attention: between 1 and 2
  EXPECT_LT(growth_along(result, "length").operations, 2);
  for (const auto& one : result.growth) EXPECT_EQ(one.left_out, "") << one.axis;
  EXPECT_GT(growth_along(result, "batch").memory, 0);
  EXPECT_GT(result.probe.session_bytes, 4.0 * 64 * 64 * 4 * 3 * 2);  // the squares of two blocks, with Adam's moments
  EXPECT_GT(result.runs_per_hour(), 0);
}

TEST(Cost, CountsStepsAndEvaluations) {
  CostOptions options;
  options.growth = false;
  options.at_once = 1;
  options.configuration = {{"train", {{"steps", 1000}, {"evaluate_every", 300}}}};
  const auto result = cost_of(options);
  EXPECT_EQ(result.steps, 1000);
  EXPECT_EQ(result.evaluations, 5);  // 0, 300, 600, 900, and the end
  EXPECT_TRUE(result.growth.empty());
  EXPECT_DOUBLE_EQ(result.run_seconds(),
                   result.probe.setup_seconds + 1000 * result.probe.step_seconds + 5 * result.probe.evaluation_seconds);
  TrainOptions train;  // evaluates every 100 steps
  EXPECT_EQ(count_evaluations(train, 1000), 11);
  train.evaluate_every = 0;
  EXPECT_EQ(count_evaluations(train, 1000), 1);
  train.evaluate_at_end = false;
  EXPECT_EQ(count_evaluations(train, 1000), 0);
}

TEST(Cost, SaysWhichSizesCannotBeMeasured) {
  CostOptions options;
  options.configuration = {{"model", {{"depth", 1}, {"mixers", {"gru"}}}}};
  const auto result = cost_of(options);
  EXPECT_NE(growth_along(result, "depth").left_out, "");
  EXPECT_EQ(growth_along(result, "width").left_out, "");
}

TEST(Cost, OfAGpuBreaksEvenWhereBothTakeAsLong) {
  // 1 GFLOP in 10 ms here; a GPU of 1 TFLOP/s with 5 ms overhead: 6 ms.
  const std::vector<PowerLaw> laws{{"batch", 100, 1, 1}};
  const auto faster = compare_with_gpu({1e12, 5e-3}, 1e9, 10e-3, laws);
  EXPECT_TRUE(faster.gpu_is_faster());
  EXPECT_DOUBLE_EQ(*faster.throughput_needed, 2e11);  // 1 GFLOP in the other 5 ms
  // 10 ms f = 5 ms + 1 ms f
  EXPECT_NEAR(*faster.break_even[0].size, 100 * 5.0 / 9.0, 1e-6);
  const auto slower = compare_with_gpu({1e12, 20e-3}, 1e9, 10e-3, laws);
  EXPECT_FALSE(slower.gpu_is_faster());
  EXPECT_FALSE(slower.throughput_needed);
  EXPECT_NEAR(*slower.break_even[0].size, 100 * 20.0 / 9.0, 1e-6);
  // Without overhead the same law on both sides never crosses.
  EXPECT_FALSE(compare_with_gpu({1e12, 0}, 1e9, 10e-3, laws).break_even[0].size);
}

TEST(Cost, RefusesWhatMakesNoSense) {
  CostOptions options;
  options.gpu_overhead = 1;
  EXPECT_NE(error_text([&] { cost_of(options); }).find("--gpu-teraflops"), std::string::npos);
  options.gpu_teraflops = -1;
  EXPECT_NE(error_text([&] { cost_of(options); }).find("gpu_teraflops"), std::string::npos);
}

SweepJob job_with(Tree changes) {
  Tree configuration{{"train", {{"steps", 100}}}};
  for (const auto& [section, keys] : changes.items())
    for (const auto& [key, value] : keys.items()) configuration[section][key] = value;
  return {changes.dump(), make_runner()->resolve(configuration), {}};
}

TEST(Prediction, ProbesEachConfigurationOnce) {
  const std::vector<SweepJob> jobs{job_with({{"optimizer", {{"learning_rate", 1e-3}}}}),
                                   job_with({{"optimizer", {{"learning_rate", 1e-2}}}}),
                                   job_with({{"position", {{"sigma", 0.3}}}}), job_with({{"train", {{"steps", 400}}}}),
                                   job_with({{"position", {{"kind", "alibi"}}}})};
  const auto prediction = predict(jobs, *make_runner());
  EXPECT_EQ(prediction.configurations, 2);
  EXPECT_EQ(prediction.timed, 2);
  EXPECT_DOUBLE_EQ(prediction.seconds[0], prediction.seconds[1]);
  EXPECT_GT(prediction.seconds[3], prediction.seconds[0]);  // four times the steps
  EXPECT_GT(prediction.run_bytes, 0);
}

}  // namespace
}  // namespace sextant::test
