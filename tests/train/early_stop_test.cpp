// Early stop: good enough, or no better for too long.
#include "sextant/train/early_stop.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sextant::test {
namespace {

TEST(EarlyStop, GoodEnough) {
  TrainOptions options;
  options.stop_metric = "accuracy";
  options.stop_value = 0.9;
  EarlyStop stop(options);
  EXPECT_FALSE(stop.observe("test", 0.1, 0.89));
  EXPECT_FALSE(stop.observe("other", 0.1, 0.99));
  EXPECT_TRUE(stop.observe("test", 0.1, 0.9));
}

TEST(EarlyStop, PatienceRunsOutAndIsRestored) {
  TrainOptions options;
  options.stop_metric = "loss";
  options.patience = 2;
  EarlyStop stop(options);
  EXPECT_FALSE(stop.observe("test", 1.0, {}));
  EXPECT_FALSE(stop.observe("test", 0.9, {}));
  EXPECT_FALSE(stop.observe("test", 0.9, {}));  // equal is no improvement
  EarlyStop later(options);
  later.restore(stop.state());
  EXPECT_FALSE(EarlyStop(later).observe("test", 0.8, {}));
  EXPECT_TRUE(EarlyStop(later).observe("test", std::nan(""), {}));
  EXPECT_TRUE(later.observe("test", 0.95, {}));
}

}  // namespace
}  // namespace sextant::test
