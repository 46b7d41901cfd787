// Gradient shards, threads and chunks: what may change the result, and what may not.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "tests/support/small_job.h"

namespace sextant::test {
namespace {

double largest_difference(const std::vector<real>& a, const std::vector<real>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

TEST(GradientShards, ThreadsNeverChangeABit) {
  for (const Index lanes : {2, 3, 5}) {
    Configuration job = make_small_job();
    job.model.dropout_residual = 0.1;
    job.train.gradient_shards = lanes;
    const auto alone = train_weights(job, 10);
    for (Index threads = 2; threads <= lanes; ++threads) {
      job.train.threads = threads;
      EXPECT_EQ(train_weights(job, 10), alone) << threads << " threads, " << lanes << " shards";
    }
  }
}

// One head and one value per token: each shard has its own table of the first block's scores
// (nn/attention/affine_rows.h).
TEST(GradientShards, ThreadsNeverChangeABitOfRealValues) {
  Configuration job = make_small_job();
  job.task.kind = "network_simulation";
  job.task.own = task_family().find("network_simulation").make_options();
  job.model.heads = 1;
  job.train.gradient_shards = 3;
  const auto alone = train_weights(job, 10);
  for (const Index threads : {2, 3}) {
    job.train.threads = threads;
    EXPECT_EQ(train_weights(job, 10), alone) << threads << " threads";
  }
  job.train.savings = false;
  EXPECT_LT(largest_difference(train_weights(job, 10), alone), 1e-3);
  EXPECT_GT(largest_difference(train_weights(job, 10), alone), 0);
}

TEST(GradientShards, TheSameMathematicsInAnyNumber) {
  Configuration job = make_small_job();
  job.optimizer.kind = "sgd";
  job.optimizer.own = optimizers().find("sgd").make_options();
  job.optimizer.learning_rate = 0.1;
  job.train.gradient_shards = 1;
  const auto one = train_weights(job, 5);
  for (const Index lanes : {2, 4, 40}) {  // 40: some shards have no sample
    job.train.gradient_shards = lanes;
    const auto many = train_weights(job, 5);
    EXPECT_LT(largest_difference(one, many), 1e-5) << lanes;
  }
  job.train.gradient_shards = 1;
  job.train.chunk_rows = 1'000'000;
  EXPECT_LT(largest_difference(one, train_weights(job, 5)), 1e-5);
}

TEST(GradientShards, RunsBesideEachOtherDoNotMeet) {
  const Configuration job = make_small_job();
  const auto alone = train_weights(job, 10);
  std::vector<std::vector<real>> beside(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < beside.size(); ++i)
    threads.emplace_back([&, i] {
      Configuration own = job;
      own.train.denormals = i == 1 ? "keep" : "flush";
      own.general.seed += i == 2 ? 1 : 0;
      beside[i] = train_weights(own, 10);
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(beside[0], alone);
  EXPECT_EQ(beside[3], alone);
  EXPECT_NE(beside[2], alone);
}

TEST(GradientShards, AFaultOfAThreadReachesTheCaller) {
  WorkerPool pool(3, Denormals::keep);
  std::atomic<int> worked = 0;
  EXPECT_THROW(pool.run([&](Index thread) {
    ++worked;
    if (thread == 2) fail("thread {} is tired", thread);
  }),
               Error);
  EXPECT_EQ(worked, 3);
  pool.run([&](Index) { ++worked; });  // and the pool goes on
  EXPECT_EQ(worked, 6);
}

}  // namespace
}  // namespace sextant::test
