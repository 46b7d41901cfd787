// A wish to stop reaches the innermost loops of its own thread, and of no other.
#include "sextant/core/stop_scope.h"

#include <gtest/gtest.h>

#include <thread>

#include "sextant/math/statistics/correlation.h"
#include "sextant/stress/smacof.h"

namespace sextant::test {
namespace {

Table line(Index n) {
  Table distances(n, n);
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < n; ++t) distances(s, t) = static_cast<double>(s > t ? s - t : t - s);
  return distances;
}

TEST(StopScope, OnlyItsThreadStops) {
  std::stop_source source;
  look_for_stop();
  const StopScope scope(source.get_token());
  look_for_stop();
  source.request_stop();
  EXPECT_THROW(look_for_stop(), Stopped);
  EXPECT_TRUE(StopScope::current().stop_requested());
  bool elsewhere = true;
  std::thread([&] { elsewhere = StopScope::wants_stop(); }).join();
  EXPECT_FALSE(elsewhere);
}

TEST(StopScope, TheInnermostCounts) {
  std::stop_source outer, inner;
  outer.request_stop();
  const StopScope first(outer.get_token());
  {
    const StopScope second(inner.get_token());
    look_for_stop();
  }
  EXPECT_THROW(look_for_stop(), Stopped);
}

TEST(StopScope, IterationsAndPermutationsLookForIt) {
  const Table distances = line(6);
  Table start(6, 1);
  for (Index i = 0; i < 6; ++i) start(i, 0) = static_cast<double>(i * i);
  std::stop_source source;
  const StopScope scope(source.get_token());
  EXPECT_NO_THROW(smacof(distances, start, {}));
  EXPECT_NO_THROW(MantelTest(distances, 9, 1).measure(distances));
  source.request_stop();
  EXPECT_THROW(smacof(distances, start, {}), Stopped);
  EXPECT_THROW(MantelTest(distances, 9, 1).measure(distances), Stopped);
}

}  // namespace
}  // namespace sextant::test
