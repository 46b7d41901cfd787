// The lazy/rich meter: its kernel against central differences of all outputs by all weights, its travel by hand.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "sextant/math/linear/alignment.h"
#include "sextant/train/position_rank.h"
#include "sextant/train/richness_meter.h"
#include "tests/support/model_test.h"

namespace sextant::test {
namespace {

constexpr Index length = 5;
constexpr Index probes = 3;

ModelOptions small_model() {
  ModelOptions options;
  options.width = 8;
  options.depth = 2;
  options.heads = 2;
  options.feed_forward = 6;
  return options;
}

TaskShape shape_of(ReadoutPlace readout, Index outputs) {
  return {.length = length, .input = InputKind::tokens, .features = 5, .readout = readout, .outputs = outputs};
}

std::unique_ptr<Transformer> make_model(const ModelOptions& options, const PositionOptions& position,
                                        const TaskShape& shape) {
  auto model = std::make_unique<Transformer>(options, position, shape, Arrangement::index(length));
  fill_random(model->parameters(), 0.4, 3);
  return model;
}

/// J J^T with every entry of J (samples * outputs, weights) a central difference.
Table brute_force_kernel(Transformer& model, const Batch& batch) {
  constexpr double step = 1e-5;  // rarely across the kink of a ReLU
  const auto outputs_at = [&](real& weight, double value) {
    weight = value;
    model.forward(batch);
    const View<const real> outputs = model.outputs();
    return std::vector<double>(outputs.data, outputs.data + outputs.size());
  };
  Table kernel;
  for (real& weight :
       model.parameters().values().first(static_cast<std::size_t>(model.parameters().trainable_size()))) {
    const real before = weight;
    auto slope = outputs_at(weight, before + step);
    const auto below = outputs_at(weight, before - step);
    weight = before;
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = (slope[i] - below[i]) / (2 * step);
    const auto rows = static_cast<Index>(slope.size());
    if (kernel.rows == 0) kernel = Table(rows, rows);
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < rows; ++j)
        kernel(i, j) += slope[static_cast<std::size_t>(i)] * slope[static_cast<std::size_t>(j)];
  }
  return kernel;
}

void expect_same_kernel(const Table& expected, const Table& given, const std::string& name) {
  ASSERT_EQ(expected.rows, given.rows) << name;
  double largest = 0;
  for (const double value : expected.values) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < expected.values.size(); ++i)
    EXPECT_NEAR(expected.values[i], given.values[i], 1e-6 * largest) << name << " " << i;
}

TEST(TangentKernel, AgreesWithCentralDifferencesForEveryEncoding) {
  for (const auto& variant : position_family().variants())
    for (const bool causal : {false, true}) {
      ModelOptions options = small_model();
      options.causal = causal;
      const TaskShape shape = shape_of(ReadoutPlace::last, 3);
      const auto model = make_model(options, position_options(variant.name, length, options.width), shape);
      const Batch batch = random_batch(shape, probes, 1);
      expect_same_kernel(brute_force_kernel(*model, batch), TangentKernel(*model, batch, 1).measure(), variant.name);
    }
}

TEST(TangentKernel, AgreesWithCentralDifferencesForOtherModels) {
  const auto compare = [](const ModelOptions& options, const TaskShape& shape, bool savings, const char* name) {
    const auto model = make_model(options, position_options("learned", length, options.width), shape);
    model->set_savings(savings);
    const Batch batch = random_batch(shape, probes, 2);
    expect_same_kernel(brute_force_kernel(*model, batch), TangentKernel(*model, batch, 1).measure(), name);
  };
  ModelOptions one_head = small_model();
  one_head.heads = 1;
  one_head.second_activation = true;
  compare(one_head, shape_of(ReadoutPlace::last, 4), true, "one head");
  compare(one_head, shape_of(ReadoutPlace::last, 4), false, "no savings");
  ModelOptions pre_norm = small_model();
  pre_norm.norm_place = "pre";
  pre_norm.final_norm = true;
  compare(pre_norm, shape_of(ReadoutPlace::pooled, 2), true, "pooled");
  ModelOptions cls = small_model();
  cls.cls = true;
  compare(cls, shape_of(ReadoutPlace::cls, 3), true, "cls");
}

TEST(TangentKernel, OfManyOutputsIsTakenAlongSumsOfThem) {
  const TaskShape shape = shape_of(ReadoutPlace::last, 11);
  const auto model = make_model(small_model(), position_options("learned", length, 8), shape);
  const Batch batch = random_batch(shape, probes, 2);
  TangentKernel kernel(*model, batch, 1);
  const Table& directions = kernel.directions();
  ASSERT_EQ(directions.rows, 8);
  const Table all = brute_force_kernel(*model, batch);  // (probes * 11, probes * 11)
  Table expected(probes * 8, probes * 8);
  for (Index i = 0; i < expected.rows; ++i)
    for (Index j = 0; j < expected.rows; ++j)
      for (Index a = 0; a < 11; ++a)
        for (Index b = 0; b < 11; ++b)
          expected(i, j) += directions(i % 8, a) * all(i / 8 * 11 + a, j / 8 * 11 + b) * directions(j % 8, b);
  expect_same_kernel(expected, kernel.measure(), "11 outputs");
}

/// One readout row of several: the diagonal is that of the row, and its target stands where the row does.
TEST(TangentKernel, TakesOneMaskedTokenOfASample) {
  TaskShape shape = shape_of(ReadoutPlace::masked, 3);
  const auto model = make_model(small_model(), position_options("learned", length, 8), shape);
  Batch batch = random_batch(shape, probes, 2);
  std::fill(batch.masked.begin(), batch.masked.end(), std::uint8_t(0));
  for (const std::size_t token : {1u, 5u, 14u}) batch.masked[token] = 1;  // one in each sample
  batch.labels.assign(batch.labels.size(), 0);
  batch.labels[5] = 2;
  TangentKernel kernel(*model, batch, 1);
  expect_same_kernel(brute_force_kernel(*model, batch), kernel.measure(), "masked");
  EXPECT_EQ(kernel.targets(), (std::vector<double>{1, 0, 0, 0, 0, 1, 1, 0, 0}));
}

/// The rows of the kernel and its targets are of the same token.
TEST(TangentKernel, TakesOneTokenOfASampleThatIsReadEverywhere) {
  const TaskShape shape = shape_of(ReadoutPlace::every, 3);
  const auto model = make_model(small_model(), position_options("learned", length, 8), shape);
  Batch batch = random_batch(shape, probes, 2);
  TangentKernel kernel(*model, batch, 1);
  const Table own = kernel.measure(), all = brute_force_kernel(*model, batch);  // all: every token of every sample
  for (Index sample = 0; sample < probes; ++sample) {
    Index token = 0;  // that the kernel took: its rows are those of the whole kernel
    while (token < length && std::abs(own(3 * sample, 3 * sample) -
                                      all(3 * (sample * length + token), 3 * (sample * length + token))) > 1e-6)
      ++token;
    ASSERT_LT(token, length);
    for (std::size_t i = 0; i < batch.labels.size(); ++i)
      batch.labels[i] = static_cast<Index>(i) == sample * length + token ? 1 : 0;
    const auto targets = TangentKernel(*model, batch, 1).targets();
    EXPECT_EQ(targets[static_cast<std::size_t>(3 * sample + 1)], 1) << sample;
  }
}

TEST(TangentKernel, LeavesWeightsAndGradientsAlone) {
  const TaskShape shape = shape_of(ReadoutPlace::last, 3);
  const auto model = make_model(small_model(), position_options("learned", length, 8), shape);
  const Batch batch = random_batch(shape, probes, 2);
  loss_and_gradients(*model, batch, probes, {});
  const auto copy = [](std::span<const real> values) { return std::vector<real>(values.begin(), values.end()); };
  const auto weights = copy(model->parameters().values()), gradients = copy(model->parameters().gradients());
  TangentKernel(*model, batch, 1).measure();
  EXPECT_EQ(copy(model->parameters().values()), weights);
  EXPECT_EQ(copy(model->parameters().gradients()), gradients);
}

TEST(KernelAlignment, IsOneForTheTargetsOwnKernelAndBlindToMeans) {
  const std::vector<double> y{1, 0, 0, 1, 3, 0};  // 3 samples, 2 outputs
  Table kernel(6, 6);
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j)
      kernel(i, j) = 5 * y[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(j)] + (i % 2 == j % 2 ? 7 : 0);
  EXPECT_NEAR(centred_alignment(kernel, y, 2), 1, 1e-12);
  Table identity(4, 4);
  for (Index i = 0; i < 4; ++i) identity(i, i) = 1;
  // Centred it is I - 1 1'/4 of length sqrt 3, and y' K y = |y|^2.
  EXPECT_NEAR(centred_alignment(identity, std::vector<double>{1, 0, 0, 1}, 1), 1 / std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(matrix_cosine(kernel, kernel), 1, 1e-15);
}

double reading(const std::vector<Reading>& readings, const std::string& name) {
  for (const auto& one : readings)
    if (one.name == name) return one.value;
  ADD_FAILURE() << "no reading " << name;
  return NAN;
}

class Meters : public testing::Test {
 protected:
  TaskShape shape_ = shape_of(ReadoutPlace::last, 3);
  std::unique_ptr<Transformer> model_ = make_model(small_model(), position_options("learned", length, 8), shape_);
  RichnessMeter meter_{*model_, random_batch(shape_, probes, 2), 1};
};

TEST_F(Meters, NothingHasMovedAtTheStart) {
  const auto readings = meter_.read();
  ASSERT_EQ(readings.size(), meter_.at_start().size());
  for (std::size_t i = 0; i < readings.size(); ++i) {
    EXPECT_EQ(readings[i].name, meter_.at_start()[i].name);
    EXPECT_EQ(readings[i].value, meter_.at_start()[i].value);
    const bool moves = readings[i].name.starts_with("travel") || readings[i].name == "kernel_drift";
    EXPECT_TRUE(!moves || readings[i].value == 0) << readings[i].name;
  }
}

TEST_F(Meters, TravelIsTheShareOfTheLengthByPart) {
  double moved = 0, all = 0;
  for (auto& parameter : model_->parameters().list())
    for (Index i = 0; i < parameter.size(); ++i) {
      real& value = parameter.value.data[i];
      all += value * value;
      const double change = parameter.role == Role::position ? 0.5 : parameter.role == Role::query ? -0.25 : 0;
      moved += change * change * value * value;
      value += change * value;
    }
  const auto readings = meter_.read();
  EXPECT_NEAR(reading(readings, "travel_position"), 0.5, 1e-12);
  EXPECT_NEAR(reading(readings, "travel_query"), 0.25, 1e-12);
  EXPECT_EQ(reading(readings, "travel_key"), 0);
  EXPECT_NEAR(reading(readings, "travel_all"), std::sqrt(moved / all), 1e-12);
  EXPECT_GT(reading(readings, "kernel_drift"), 1e-4);
}

TEST_F(Meters, DriftIsTheCosineDistanceOfBruteForceKernels) {
  const Batch batch = random_batch(shape_, probes, 2);
  const Table start = brute_force_kernel(*model_, batch);
  fill_random(model_->parameters(), 0.5, 8);
  const Table now = brute_force_kernel(*model_, batch);
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < now.values.size(); ++i) {
    aa += now.values[i] * now.values[i];
    bb += start.values[i] * start.values[i];
    ab += now.values[i] * start.values[i];
  }
  EXPECT_NEAR(reading(meter_.read(), "kernel_drift"), 1 - ab / std::sqrt(aa * bb), 1e-6);
}

TEST_F(Meters, RankCountsTheDirectionsOfPositions) {
  Parameter& table = model_->parameters().find("position.table");
  std::fill_n(table.value.data, table.size(), real(0));
  for (Index token = 0; token < length; ++token) table.value(token, 3) = 2.0 * static_cast<double>(token) + 1;
  EXPECT_NEAR(position_rank(*model_), 1, 1e-6);  // a line
  std::fill_n(table.value.data, table.size(), real(0));
  for (Index token = 0; token < 4; ++token) table.value(token, token / 2) = token % 2 == 0 ? 1 : -1;
  EXPECT_NEAR(position_rank(*model_), 2, 1e-6);  // a cross around its centre
  for (Index token = 0; token < 2; ++token) table.value(token, 0) *= 3;
  // Singular values 3 : 1, so shares 3/4 and 1/4: exp of their entropy.
  EXPECT_NEAR(position_rank(*model_), std::exp(-0.75 * std::log(0.75) - 0.25 * std::log(0.25)), 1e-6);
  std::fill_n(table.value.data, table.size(), real(1));
  EXPECT_NEAR(position_rank(*model_), 0, 1e-12);
  table.value(0, 0) = NAN;
  EXPECT_TRUE(std::isnan(position_rank(*model_)));
}

TEST_F(Meters, AFrozenPartDoesNotTravel) {
  const auto frozen = make_model(small_model(), position_options("random", length, 8), shape_);
  RichnessMeter meter(*frozen, random_batch(shape_, probes, 2), 1);
  for (const auto& one : meter.read()) EXPECT_NE(one.name, "travel_position");
}

}  // namespace
}  // namespace sextant::test
