// The training step: loss, clipping, divergence, epochs and refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sextant/core/tree.h"
#include "tests/support/error_text.h"
#include "tests/support/small_job.h"

namespace sextant::test {
namespace {

void choose_optimizer(Configuration& job, const std::string& kind, const Tree& options = Tree::object()) {
  job.optimizer.kind = kind;
  job.optimizer.own = optimizers().find(kind).make_options();
  read_options(options, "optimizer", {job.optimizer.own.get()});
}

double distance(const std::vector<real>& a, const std::vector<real>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
  return std::sqrt(sum);
}

TEST(Trainer, TheLossFallsAndTheTestSplitIsLearned) {
  Configuration job = make_small_job();
  job.train.steps = 400;
  job.optimizer.learning_rate = 1e-2;
  Assembly assembly(job);
  assembly.session().initialise();
  const double start = assembly.session().evaluate("test").loss;
  EXPECT_NEAR(start, std::log(2.0), 0.2);
  for (Index step = 0; step < 400; ++step) assembly.session().make_step();
  EXPECT_LT(assembly.session().evaluate("test").loss, start / 4);
  EXPECT_GT(assembly.session().evaluate("test").accuracy.value(), 0.9);
}

TEST(Trainer, EvaluationDoesNotDependOnItsPieces) {
  Configuration job = make_small_job();
  const auto evaluate = [&] {
    Assembly assembly(job);
    assembly.session().initialise();
    return assembly.session().evaluate("test");
  };
  const Metrics small = evaluate();
  job.train.batch = 10'000;
  job.train.chunk_rows = 5'000;
  job.train.gradient_shards = 1;
  const Metrics large = evaluate();
  EXPECT_NEAR(small.loss, large.loss, 1e-6);
  EXPECT_EQ(small.accuracy, large.accuracy);
}

TEST(Trainer, ClippingLimitsTheStep) {
  Configuration job = make_small_job();
  choose_optimizer(job, "sgd");
  job.optimizer.learning_rate = 1;
  const auto start = train_weights(job, 0);
  Assembly assembly(job);
  assembly.session().initialise();
  const double norm = assembly.session().make_step().gradient_norm;
  EXPECT_NEAR(distance(start, train_weights(job, 1)), norm, 1e-4 * norm);  // the norm is the norm
  job.train.clip = norm / 10;
  EXPECT_NEAR(distance(start, train_weights(job, 1)), norm / 10, 1e-4 * norm);
  job.train.clip = norm * 10;  // above: no effect
  EXPECT_NEAR(distance(start, train_weights(job, 1)), norm, 1e-4 * norm);
}

TEST(Trainer, StopsBeforeABadUpdateAndNamesTheTensor) {
  Configuration job = make_small_job();
  EngineJob engine(job);
  engine.initialise();
  Trainer& trainer = engine.trainer;
  trainer.make_step();
  // A weight so large that its products are not finite any more.
  Parameter& poisoned = trainer.parameters().find("blocks.1.feed_forward.out.weight");
  poisoned.value(0, 0) = std::numeric_limits<real>::infinity();
  const std::vector<real> before(trainer.parameters().values().begin(), trainer.parameters().values().end());
  const StepReport report = trainer.make_step();
  EXPECT_EQ(report.step, 2);
  EXPECT_EQ(trainer.step(), 1);
  EXPECT_FALSE(report.fault.empty());
  const std::vector<real> after(trainer.parameters().values().begin(), trainer.parameters().values().end());
  EXPECT_EQ(before, after);
  bool names_a_tensor = false;
  for (const auto& parameter : trainer.parameters().list())
    names_a_tensor = names_a_tensor || contains(report.fault, "gradient of " + parameter.name + " ");
  EXPECT_TRUE(names_a_tensor) << report.fault;
}

TEST(Trainer, LargeRatesDivergeInsteadOfCrashing) {
  Configuration job = make_small_job();
  job.model.norm = "none";
  job.train.steps = 200;
  choose_optimizer(job, "sgd");
  job.optimizer.learning_rate = 1e6;
  Assembly assembly(job);
  assembly.session().initialise();
  std::string fault;
  for (Index step = 0; step < 200 && fault.empty(); ++step) fault = assembly.session().make_step().fault;
  EXPECT_FALSE(fault.empty());
  for (const double value : assembly.session().model().read_weights()) ASSERT_TRUE(std::isfinite(value));
}

TEST(Trainer, RefusesWhatMakesNoSense) {
  const auto error_of = [](auto change) {
    Configuration job = make_small_job();
    change(job);
    return error_text([&] { Assembly assembly(job); });
  };
  EXPECT_TRUE(contains(error_of([](auto& job) { job.train.threads = 3; }), "3 threads for 2 gradient shard(s)"));
  EXPECT_TRUE(contains(error_of([](auto& job) { job.train.epochs = 1; }), "infinite stream"));
  EXPECT_TRUE(contains(error_of([](auto& job) { job.train.batch = 0; }), "train.batch: expected 1 or more, not 0"));
  EXPECT_TRUE(contains(error_of([](auto& job) { job.train.clip = std::nan(""); }), "train.clip"));
  EXPECT_TRUE(contains(error_of([](auto& job) { job.train.patience = 2; }), "train.stop_metric"));
  EXPECT_TRUE(contains(error_of([](auto& job) {
                         job.train.stop_metric = "loss";
                         job.train.patience = 2;
                         job.train.stop_split = "tset";
                       }),
                       "did you mean test?"));
  EXPECT_TRUE(contains(error_of([](auto& job) { job.optimizer.learning_rate = -1; }), "optimizer.learning_rate"));
  EXPECT_EQ(error_of([](auto&) {}), "");
}

/// A finite training set of nothing but row numbers.
class FiniteTask final : public Task {
 public:
  TaskShape shape() const override {
    return {1, InputKind::tokens, 10, ReadoutPlace::last, 2, LossKind::cross_entropy};
  }
  Index size(const std::string&) const override { return 10; }
  void fill_training(Batch& batch, Index samples, std::uint64_t, std::uint64_t) override {
    fill(batch, "", 0, samples);
  }
  void fill(Batch& batch, const std::string&, Index, Index count) override {
    batch.samples = count;
    batch.tokens.assign(static_cast<std::size_t>(count), 1);
    batch.labels.assign(static_cast<std::size_t>(count), 1);
  }
  Arrangement true_positions() const override { return Arrangement::index(1); }
};

TEST(Trainer, EpochsCountTheLastSmallerBatch) {
  FiniteTask task;
  const Configuration job = make_small_job();
  SessionParts parts{.model = job.model,
                     .position = job.position,
                     .arrangement = task.true_positions(),
                     .init = job.init,
                     .optimizer = job.optimizer,
                     .schedule = job.schedule,
                     .train = job.train};
  parts.train.epochs = 3;
  parts.train.batch = 4;
  EXPECT_EQ(Trainer(task, parts).steps(), 9);
  parts.train.batch = 5;
  EXPECT_EQ(Trainer(task, parts).steps(), 6);
}

}  // namespace
}  // namespace sextant::test
