// Masked variables: the statistics of the simulated network, ratios of masks, splits that share nobody, orders and
// shifts.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/core/tree.h"
#include "sextant/data/series/network.h"
#include "sextant/math/linear/ridge.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_variables(const char* kind, const Tree& options, std::uint64_t seed = 1) {
  const auto& variant = task_family().find(kind);
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, seed);
}

Batch variables_of(Task& task, const std::string& split) {
  Batch batch;
  task.fill(batch, split, 0, task.size(split));
  return batch;
}

double masked_share(const Batch& batch) {
  return static_cast<double>(std::ranges::count(batch.masked, 1)) / static_cast<double>(batch.masked.size());
}

/// Mean of a matrix over pairs of tokens inside modules, and over the others.
std::pair<double, double> inside_and_between(const Table& matrix, const std::vector<std::string>& modules) {
  double sums[2] = {0, 0}, counts[2] = {0, 0};
  for (Index i = 0; i < matrix.rows; ++i)
    for (Index j = 0; j < i; ++j) {
      const bool between = modules[static_cast<std::size_t>(i)] != modules[static_cast<std::size_t>(j)];
      sums[between] += matrix(i, j);
      counts[between] += 1;
    }
  return {sums[0] / counts[0], sums[1] / counts[1]};
}

double linear_error(const TokenFacts& facts, const Batch& batch) {
  const std::size_t length = facts.modules.size();
  double error = 0;
  for (std::size_t sample = 0; sample < 40; ++sample)
    error += expected_error(facts.covariance, facts.covariance, {batch.masked.data() + sample * length, length}, 1e-9);
  return error / 40;
}

TEST(NetworkSimulation, HasTheStatisticsOfTheSpecification) {
  const auto task = make_variables("network_simulation", {});
  const TokenFacts facts = task->token_facts();
  const auto [inside, between] = inside_and_between(facts.covariance, facts.modules);
  EXPECT_NEAR(inside, 0.58, 0.03);
  EXPECT_NEAR(between, 0.10, 0.04);
  EXPECT_NEAR(linear_error(facts, variables_of(*task, "test")), 0.50, 0.02);
  EXPECT_NEAR(linear_error(facts, variables_of(*task, "test_90")), 0.76, 0.03);
  const Table graph = task->true_positions().as_graph("test");
  const auto [strong, weak] = inside_and_between(graph, facts.modules);
  EXPECT_NEAR(strong, 1.2 / 9, 1e-12);
  EXPECT_NEAR(weak, 0.02 / 40, 1e-12);
}

TEST(NetworkSimulation, NodesAreInAnOrderThatIsRecorded) {
  const auto mixed = make_variables("network_simulation", {{"steps", 2000}});
  const auto sorted = make_variables("network_simulation", {{"steps", 2000}, {"shuffle", 0}});
  const TokenFacts facts = mixed->token_facts(), in_order = sorted->token_facts();
  EXPECT_TRUE(std::ranges::is_sorted(in_order.modules));
  EXPECT_FALSE(std::ranges::is_sorted(facts.modules));
  const auto [inside, between] = inside_and_between(facts.covariance, facts.modules);
  const auto [as_inside, as_between] = inside_and_between(in_order.covariance, in_order.modules);
  EXPECT_NEAR(inside, as_inside, 1e-9);
  EXPECT_NEAR(between, as_between, 1e-9);
}

TEST(NetworkSimulation, TakesOtherNetworks) {
  const Tree blocks = {{"sizes", {5, 10, 20}},
                       {"steps", 4000},
                       {"inside_probability", 0.5},
                       {"between_probability", 0.1},
                       {"directed", true},
                       {"negative_share", 0.3},
                       {"shuffle", 0}};
  const auto task = make_variables("network_simulation", blocks);
  EXPECT_EQ(task->shape().length, 35);
  EXPECT_EQ(std::ranges::count(task->token_facts().modules, "3"), 20);
  EXPECT_TRUE(contains(error_text([] {
                         make_variables("network_simulation", {{"nonlinearity", 0.0}, {"steps", 2000}});
                       }),
                       "the dynamics diverge"));
  make_variables("network_simulation", {{"nonlinearity", 0.0}, {"inside", 0.5}, {"steps", 100}});
  EXPECT_THROW(make_variables("network_simulation", {{"mask", 0}}), Error);
  EXPECT_THROW(make_variables("network_simulation", {{"test_masks", {90, 90}}}), Error);
  EXPECT_THROW(make_variables("network_simulation", {{"sizes", {3, 0}}}), Error);
}

TEST(NetworkSimulation, CouplingsAreDrawnForBothDirectionsOrApart) {
  NetworkRequest request{
      .sizes = {20, 30}, .inside_probability = 0.5, .between_probability = 0.2, .negative_share = 0.25};
  const auto asymmetric = [](const Table& couplings) {
    Index count = 0;
    for (Index i = 0; i < couplings.rows; ++i)
      for (Index j = 0; j < i; ++j)
        count += (couplings(i, j) != 0) != (couplings(j, i) != 0) || couplings(i, j) * couplings(j, i) < 0;
    return count;
  };
  const Table both = make_couplings(request);
  EXPECT_EQ(asymmetric(both), 0);
  request.directed = true;
  EXPECT_GT(asymmetric(make_couplings(request)), 100);
  double negative = 0, all = 0, onto_first = 0;
  for (const double weight : both.values) {
    negative += weight < 0;
    all += weight != 0;
  }
  EXPECT_NEAR(negative / all, 0.25, 0.06);
  for (Index i = 0; i < 20; ++i)
    for (Index j = 0; j < 20; ++j) onto_first += std::abs(both(i, j)) / 20;
  EXPECT_NEAR(onto_first, 1.2, 0.15);
}

TEST(NetworkSimulation, DrawsFromAGivenCovariance) {
  const TemporaryDirectory directory;
  const std::string file = directory.make_file("covariance.csv", "1,0.8,0.2\n0.8,1,0.1\n0.2,0.1,1\n");
  const auto task = make_variables("network_simulation", {{"source", "covariance"}, {"matrix", file}, {"shuffle", 0}});
  const Table covariance = task->token_facts().covariance;
  EXPECT_NEAR(covariance(0, 1), 0.8, 0.01);
  EXPECT_NEAR(covariance(0, 2), 0.2, 0.02);
  directory.make_file("covariance.csv", "1,2,0\n2,1,0\n0,0,1\n");
  EXPECT_TRUE(contains(error_text([&] {
                         make_variables("network_simulation", {{"source", "covariance"}, {"matrix", file}});
                       }),
                       "not positive definite"));
  directory.make_file("covariance.csv", "0,0.4,0\n0.4,0,0.1\n0.1,0,0\n");
  const auto coupled = make_variables("network_simulation", {{"source", "coupling"}, {"matrix", file}, {"shuffle", 0}});
  EXPECT_NEAR(coupled->true_positions().as_graph("test")(1, 2), 0.05, 1e-12);
}

/// Five people with 60 times of 8 variables; person p has p as the mean of all.
std::string make_people(const TemporaryDirectory& directory) {
  const std::string folder = directory.file("people");
  std::filesystem::create_directory(folder);
  for (int person = 0; person < 5; ++person) {
    std::vector<double> values;
    const Random random(7, Stream::data, 0, static_cast<std::uint32_t>(person));
    for (std::uint64_t i = 0; i < 480; ++i) values.push_back(person + random.normal(i) + 0.01 * static_cast<double>(i));
    write_npy(fmt::format("{}/person{}.npy", folder, person), {60, 8}, values);
  }
  return folder;
}

TEST(SeriesTask, KeepsWholePeopleForTheTest) {
  const TemporaryDirectory directory;
  const auto task = make_variables("series", {{"file", make_people(directory)}, {"test_share", 0.4}, {"test_rows", 0}});
  EXPECT_EQ(task->size("train"), 180);
  EXPECT_EQ(task->size("test"), 120);
  std::set<std::string> trained, tested;
  for (const auto& name : task->groups("train")) trained.insert(name);
  for (const auto& name : task->groups("test")) tested.insert(name);
  EXPECT_EQ(trained.size(), 3U);
  EXPECT_EQ(tested.size(), 2U);
  for (const auto& name : tested) EXPECT_FALSE(trained.contains(name));
  const auto other =
      make_variables("series", {{"file", directory.file("people")}, {"test_share", 0.4}, {"data_seed", 2}});
  EXPECT_NE(other->groups("train"), task->groups("train"));
  EXPECT_TRUE(contains(error_text([&] {
                         make_variables("series", {{"file", directory.file("people")}, {"test_share", 0.01}});
                       }),
                       "cannot hold out"));
  EXPECT_TRUE(contains(error_text([] { make_variables("series", {}); }), "task.file"));
}

TEST(SeriesTask, SplitsOneRecordingByTimeAndScalesByItsTrainingPart) {
  const TemporaryDirectory directory;
  make_people(directory);
  const Tree options = {{"file", directory.file("people/person3.npy")}, {"test_share", 0.25}, {"test_rows", 0}};
  const auto task = make_variables("series", options);
  EXPECT_EQ(task->size("train"), 45);
  EXPECT_EQ(task->size("test"), 15);
  const Batch train = variables_of(*task, "train"), test = variables_of(*task, "test");
  for (std::size_t v = 0; v < 8; ++v) {
    double sum = 0, squares = 0, later = 0;
    for (std::size_t t = 0; t < 45; ++t) sum += train.targets[t * 8 + v];
    for (std::size_t t = 0; t < 45; ++t) squares += train.targets[t * 8 + v] * train.targets[t * 8 + v];
    for (std::size_t t = 0; t < 15; ++t) later += test.targets[t * 8 + v];
    EXPECT_NEAR(sum / 45, 0, 1e-5);
    EXPECT_NEAR(squares / 45, 1, 1e-5);
    EXPECT_GT(later / 15, 0.5);  // the trend goes on beyond what was scaled
  }
  Tree raw = options;
  raw["z_score"] = false;
  double sum = 0, squares = 0;
  for (const double number : variables_of(*make_variables("series", raw), "train").targets) {
    sum += number;
    squares += number * number;
  }
  EXPECT_NEAR(sum / 360, 0, 1e-5);
  EXPECT_GT(squares / 360, 1.2);
  Tree flat = options;
  flat["detrend"] = true;
  double later = 0;
  for (const double number : variables_of(*make_variables("series", flat), "test").targets) later += number;
  EXPECT_LT(std::abs(later / 120), 0.5);
}

TEST(SeriesTask, MasksTheRightShareAndHidesTheValues) {
  const TemporaryDirectory directory;
  const auto task = make_variables(
      "series", {{"file", make_people(directory)}, {"mask", 50}, {"test_masks", {25, 75}}, {"test_rows", 30}});
  EXPECT_EQ(task->splits(), (std::vector<std::string>{"test", "test_25", "test_75"}));
  Batch training;
  task->fill_training(training, 16, 3, 5);
  EXPECT_DOUBLE_EQ(masked_share(training), 0.5);
  EXPECT_DOUBLE_EQ(masked_share(variables_of(*task, "test")), 0.5);
  EXPECT_DOUBLE_EQ(masked_share(variables_of(*task, "test_25")), 0.25);
  const Batch most = variables_of(*task, "test_75");
  EXPECT_DOUBLE_EQ(masked_share(most), 0.75);
  EXPECT_EQ(most.samples, 30);
  std::set<std::vector<std::uint8_t>> masks;
  for (std::size_t row = 0; row < 30; ++row) {
    const auto start = most.masked.begin() + static_cast<Index>(row * 8);
    masks.emplace(start, start + 8);
    for (std::size_t v = row * 8; v < row * 8 + 8; ++v)
      EXPECT_EQ(most.values[v], most.masked[v] ? 0.0 : most.targets[v]);
  }
  EXPECT_GT(masks.size(), 10U);
  // The masks of test rows are the same for every run.
  const auto again = make_variables(
      "series", {{"file", directory.file("people")}, {"mask", 50}, {"test_masks", {25, 75}}, {"test_rows", 30}}, 9);
  EXPECT_EQ(variables_of(*again, "test_75").masked, most.masked);
}

TEST(SeriesTask, ShiftsDestroyWhatVariablesShareAndNothingElse) {
  const TemporaryDirectory directory;
  std::vector<double> values;
  const Random random(3, Stream::data);
  for (std::uint64_t t = 0; t < 4000; ++t)
    for (std::uint64_t v = 0; v < 4; ++v) values.push_back(random.normal(5 * t) + 0.5 * random.normal(5 * t + v + 1));
  write_npy(directory.file("shared.npy"), {4000, 4}, values);
  const auto whole = make_variables("series", {{"file", directory.file("shared.npy")}});
  const auto shifted = make_variables("series", {{"file", directory.file("shared.npy")}, {"shift", 1}});
  EXPECT_GT(whole->token_facts().covariance(0, 1), 0.7);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < i; ++j) EXPECT_LT(std::abs(shifted->token_facts().covariance(i, j)), 0.08);
  EXPECT_EQ(make_variables("series", {{"file", directory.file("shared.npy")}, {"arrangement", "connectivity"}})
                ->true_positions()
                .kind(),
            Arrangement::Kind::graph);
}

TEST(MaskedRidge, GuessesAsTheClosedFormAndChoosesMoreRidgeWhereRowsAreFew) {
  Table covariance(2, 2);
  covariance.values = {1, 0.6, 0.6, 1};
  const std::vector<std::uint8_t> mask{1, 0};
  EXPECT_NEAR(expected_error(covariance, covariance, mask, 0), 1 - 0.36, 1e-12);
  const MaskedRidge ridge(covariance, {covariance, covariance}, {mask});
  const std::vector<double> values{5, 2};
  std::vector<double> guesses(2);
  ridge.guess(mask, values, guesses);
  EXPECT_NEAR(guesses[0], 0.6 / (1 + ridge.ridge()) * 2, 1e-12);
  EXPECT_EQ(guesses[1], 2);
  EXPECT_LT(ridge.ridge(), 1e-3);
  Table other = covariance;  // what one half finds is not there in the other
  other.values = {1, -0.6, -0.6, 1};
  EXPECT_GT(MaskedRidge(covariance, {covariance, other}, {mask}).ridge(), 1);
}

TEST(Series, WithLagsTellsAllVariablesFromTheirPast) {
  const TemporaryDirectory directory;
  std::vector<double> values;  // variable v at time t: 100 v + t, and noise that is not needed
  for (int t = 0; t < 40; ++t)
    for (int v = 0; v < 3; ++v) values.push_back(100 * v + (t * t) % 17);
  write_npy(directory.file("series.npy"), {40, 3}, values);
  const Tree options = {{"file", directory.file("series.npy")}, {"z_score", false}, {"shuffle", 2}};
  Tree lagged = options;
  lagged["lags"] = {1, 3};
  const auto plain = make_variables("series", options), task = make_variables("series", lagged);
  EXPECT_EQ(task->shape().length, 9);
  EXPECT_EQ(task->size("train"), 27);
  EXPECT_EQ(task->size("test"), 7);
  EXPECT_EQ(task->splits(), std::vector<std::string>{"test"});
  EXPECT_EQ(task->token_facts().names[3], task->token_facts().names[0] + " (t-1)");
  const Batch rows = variables_of(*task, "test"), now = variables_of(*plain, "test");
  for (std::size_t sample = 0; sample < 7; ++sample)
    for (std::size_t v = 0; v < 3; ++v) {
      EXPECT_EQ(rows.targets[9 * sample + v], now.targets[3 * (sample + 3) + v]);
      EXPECT_EQ(rows.values[9 * sample + 3 + v], now.targets[3 * (sample + 2) + v]);
      EXPECT_EQ(rows.values[9 * sample + 6 + v], now.targets[3 * sample + v]);
    }
  for (std::size_t i = 0; i < rows.masked.size(); ++i) EXPECT_EQ(rows.masked[i], i % 9 < 3 ? 1 : 0);
  lagged["lags"] = {9};
  EXPECT_NE(error_text([&] { make_variables("series", lagged); }).find("too few for a lag of 9"), std::string::npos);
  lagged["lags"] = {2, 2};
  EXPECT_NE(error_text([&] { make_variables("series", lagged); }).find("2 appears twice"), std::string::npos);
}

}  // namespace
}  // namespace sextant::test
