// Threads that wait for work.
#include "sextant/train/worker_pool.h"

#include <gtest/gtest.h>

#include "sextant/core/error.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

TEST(WorkerPool, EveryThreadWorksOncePerCall) {
  WorkerPool pool(4, Denormals::keep);
  std::vector<Index> counts(4, 0);  // not atomic: a call ends after the work of all threads
  for (Index call = 1; call <= 500; ++call) {
    pool.run([&](Index thread) { ++counts[static_cast<std::size_t>(thread)]; });
    ASSERT_EQ(counts, std::vector<Index>(4, call));
  }
}

TEST(WorkerPool, ThrowsWhatTheLowestThreadThrewAndWorksOn) {
  WorkerPool pool(3, Denormals::keep);
  const auto fail_above_0 = [](Index thread) { require(thread == 0, "thread {}", thread); };
  for (int call = 0; call < 50; ++call) EXPECT_EQ(error_text([&] { pool.run(fail_above_0); }), "thread 1");
  Index sum = 0;
  pool.run([&](Index thread) {
    if (thread == 0) ++sum;
  });
  EXPECT_EQ(sum, 1);
}

}  // namespace
}  // namespace sextant::test
