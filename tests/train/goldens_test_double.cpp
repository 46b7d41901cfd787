// The engine against PyTorch in float64: for every file of tests/oracles/pytorch/goldens the outputs, the loss and
// all gradients (1e-9 of the tensor's magnitude), and how far ten training steps carry each tensor (1e-6 of that way).
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/support/golden_file.h"

namespace sextant::test {
namespace {

class Goldens : public testing::TestWithParam<std::string> {};

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

/// Largest |ours - theirs| as a share of the largest |theirs|; magnitudes below `floor` count as `floor`, because
/// some gradients are exactly zero in theory and rounding in practice (a bias of keys does nothing).
double relative_error(const std::vector<double>& ours, const std::vector<double>& theirs, double floor) {
  if (ours.size() != theirs.size()) return INFINITY;
  double difference = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!std::isfinite(ours[i])) return INFINITY;
    difference = std::max(difference, std::abs(ours[i] - theirs[i]));
  }
  return difference / std::max(largest(theirs), floor);
}

std::vector<double> copy(View<const real> view) {
  std::vector<double> result;
  for (Index i = 0; i < view.rows; ++i)
    for (Index j = 0; j < view.columns; ++j) result.push_back(view(i, j));
  return result;
}

std::vector<double> subtract(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b.at(i);
  return a;
}

TEST_P(Goldens, NameExactlyTheParametersOfTheEngine) {
  const Golden golden(GetParam());
  const SessionParts& parts = golden.parts();
  Transformer model(parts.model, parts.position, golden.shape(), parts.arrangement);
  std::set<std::string> expected{"outputs", "loss"};
  for (const char* field : {"lengths", "tokens", "values", "masked", "labels", "targets"})
    if (golden.file().has(std::string("batch.") + field)) expected.insert(std::string("batch.") + field);
  for (const Parameter& parameter : model.parameters().list()) {
    expected.insert("p." + parameter.name);
    if (!parameter.trainable) continue;
    expected.insert("g." + parameter.name);
    expected.insert("t." + parameter.name);
  }
  std::set<std::string> given;
  for (const auto& entry : golden.file().entries()) given.insert(entry.name);
  EXPECT_EQ(given, expected);
}

/// One forward and backward of the first batch, `chunk` samples at a time.
void compare_first_batch(const Golden& golden, bool savings, Index chunk) {
  const SessionParts& parts = golden.parts();
  Transformer model(parts.model, parts.position, golden.shape(), parts.arrangement);
  golden.set_parameters(model.parameters());
  model.set_savings(savings);
  const Batch batch = golden.batch(0);
  const Index scored = count_scored(batch, golden.shape(), 0, batch.samples);
  const Index terms = golden.shape().loss == LossKind::squared_error ? scored * golden.shape().outputs : scored;
  // A loss of the model's own is taken over a chunk, PyTorch's over the batch.
  if (chunk < batch.samples && model.forward(batch).auxiliary > 0) return;
  std::ranges::fill(model.parameters().gradients(), real(0));

  std::vector<double> outputs;
  Score score;
  model.begin_batch(batch, 0, batch.samples, {.training = true});
  for (Index first = 0; first < batch.samples; first += chunk) {
    score.add(model.forward_chunk(first, std::min(chunk, batch.samples - first)));
    for (const double value : copy(model.outputs())) outputs.push_back(value);
    model.backward_chunk(real(1) / static_cast<real>(terms));
  }
  model.end_batch();

  EXPECT_EQ(score.rows, scored);
  EXPECT_LE(relative_error(outputs, golden.file().values("outputs"), 0), 1e-9);
  EXPECT_LE(relative_error({score.mean_loss()}, golden.file().values("loss"), 0), 1e-9);
  for (const Parameter& parameter : model.parameters().list()) {
    if (!parameter.trainable) continue;
    const auto theirs = golden.file().values("g." + parameter.name);
    EXPECT_LE(relative_error(copy(parameter.gradient), theirs, 1e-4), 1e-9) << parameter.name;
  }
}

TEST_P(Goldens, OutputsLossAndGradientsAgree) {
  const Golden golden(GetParam());
  for (const bool savings : {true, false})
    for (const Index chunk : {golden.batch(0).samples, Index(2)}) {
      SCOPED_TRACE(fmt::format("savings {}, {} samples at a time", savings, chunk));
      compare_first_batch(golden, savings, chunk);
    }
}

TEST_P(Goldens, TenTrainingStepsAgree) {
  const Golden golden(GetParam());
  for (const bool savings : {true, false}) {
    SCOPED_TRACE(fmt::format("savings {}", savings));
    GoldenTask task(golden);
    SessionParts parts = golden.parts();
    parts.train.savings = savings;
    Trainer trainer(task, parts);
    golden.set_parameters(trainer.parameters());
    for (Index step = 0; step < trainer.steps(); ++step) ASSERT_EQ(trainer.make_step().fault, "");
    for (const Parameter& parameter : trainer.parameters().list()) {
      const auto start = golden.file().values("p." + parameter.name);
      const auto ours = subtract(copy(parameter.value), start);
      if (!parameter.trainable) {
        EXPECT_EQ(largest(ours), 0) << parameter.name;
        continue;
      }
      const auto theirs = subtract(golden.file().values("t." + parameter.name), start);
      EXPECT_LE(relative_error(ours, theirs, 1e-3), 1e-6) << parameter.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PyTorch, Goldens, testing::ValuesIn(Golden::names()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace sextant::test
