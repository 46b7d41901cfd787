// What one rank writes, another reads: also after a trip through the bytes that MPI carries.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/lab/sweep/mpi_worker.h"

namespace sextant::test {
namespace {

CrewEvent sent(const CrewEvent& event) {
  return read_event(Tree::from_cbor(Tree::to_cbor(write_event(event))), event.slot);
}

TEST(MpiEvent, NewsArriveToTheLastBit) {
  CrewEvent event{.kind = CrewEvent::Kind::progress, .slot = 2, .news = {7, 100, 0.1 + 0.2, 1.0 / 3}, .outcome = {}};
  const auto read = sent(event);
  EXPECT_EQ(read.kind, CrewEvent::Kind::progress);
  EXPECT_EQ(read.slot, 2);
  EXPECT_EQ(read.news.step, 7);
  EXPECT_EQ(read.news.steps, 100);
  EXPECT_EQ(read.news.loss, 0.1 + 0.2);
  EXPECT_EQ(read.news.accuracy, 1.0 / 3);
  event.news.loss = std::nan("");
  event.news.accuracy.reset();
  EXPECT_TRUE(std::isnan(sent(event).news.loss));
  EXPECT_FALSE(sent(event).news.accuracy);
}

TEST(MpiEvent, AnOutcomeArrivesWholeButForAnEndlessFault) {
  CrewEvent event{
      .kind = CrewEvent::Kind::ended, .slot = 0, .news = {}, .outcome = {"failed", "no disk", 1.5, true, "damaged"}};
  const auto read = sent(event);
  EXPECT_EQ(read.outcome.status, "failed");
  EXPECT_EQ(read.outcome.fault, "no disk");
  EXPECT_EQ(read.outcome.seconds, 1.5);
  EXPECT_TRUE(read.outcome.from_disk);
  event.outcome.fault.assign(1000000, 'x');
  EXPECT_LT(Tree::to_cbor(write_event(event)).size(), 4000U);
}

}  // namespace
}  // namespace sextant::test
