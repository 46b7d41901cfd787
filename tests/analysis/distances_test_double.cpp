// Positions held against the distances of their places: what has them agrees, what is merged is seen, and the history
// of a run tells whether stress ever rose.
#include <gtest/gtest.h>

#include "sextant/analysis/analysis.h"
#include "sextant/lab/position_history.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

/// Places on a line, the last two at the same one.
Arrangement line_with_a_pair() {
  Table distances(6, 6);
  const auto place = [](Index t) { return static_cast<double>(std::min<Index>(t, 4)); };
  for (Index s = 0; s < 6; ++s)
    for (Index t = 0; t < 6; ++t) distances(s, t) = std::abs(place(s) - place(t));
  return Arrangement::distances(distances);
}

class Agreement : public testing::Test {
 protected:
  Agreement() {
    model_ = std::make_unique<Transformer>(job_.model, job_.position, shape_, places_);
    const auto initialiser = initialisers().find(job_.init.kind).make(*job_.init.own, job_.model.depth);
    sextant::init::initialise(model_->parameters(), *initialiser, 1.0, 3);
    put_line(2);
  }

  /// Position t at (offset + factor * place, 0, ...).
  void put_line(double factor) {
    Parameter& table = model_->parameters().find("position.table");
    for (Index t = 0; t < 6; ++t)
      for (Index j = 0; j < table.value.columns; ++j)
        table.value(t, j) = j == 0 ? 1 + factor * static_cast<double>(std::min<Index>(t, 4)) : 0;
  }

  Findings measure(std::vector<PositionFrame> history = {}) {
    const auto& variant = analyses().find("distance_agreement");
    Subject subject{.model = *model_, .seed = 5, .places = places_};
    subject.history = std::move(history);
    return variant.make(*variant.make_options())->measure(subject);
  }

  Configuration job_ = make_small_job();
  TaskShape shape_{6, InputKind::tokens, 6, ReadoutPlace::last, 3, LossKind::cross_entropy};
  Arrangement places_ = line_with_a_pair();
  std::unique_ptr<Transformer> model_;
};

TEST_F(Agreement, OfTheRightDistancesIsComplete) {
  const Findings findings = measure();
  EXPECT_NEAR(findings.number("spearman"), 1, 1e-12);
  EXPECT_LE(findings.number("p"), 0.05);
  EXPECT_NEAR(findings.number("shape"), 0, 1e-12);
  EXPECT_NEAR(findings.number("raw"), 1, 1e-12);  // twice as far apart as wanted
  EXPECT_NEAR(findings.number("merged"), 0, 1e-12);
  EXPECT_NEAR(findings.number("nearest"), 2, 1e-12);
  // Norms 1, 3, 5, 7, 9, 9 have the mean 34 / 6; neighbours are 2 apart.
  EXPECT_NEAR(findings.number("separation"), 12.0 / 34, 1e-12);
  ASSERT_EQ(findings.tables.front().table.rows, 15);
}

TEST_F(Agreement, OfEqualPositionsIsNone) {
  model_->parameters().find("position.table").value(5, 1) = 3;  // the pair comes apart
  EXPECT_GT(measure().number("merged"), 0.4);
  for (real& value : model_->parameters().values()) value = 0;
  const Findings findings = measure();
  EXPECT_NEAR(findings.number("shape"), 1, 1e-12);
  EXPECT_EQ(findings.number("separation"), 0);
  EXPECT_THROW(findings.number("spearman"), Error);
}

TEST_F(Agreement, PlacesTooAlikeToBeToldApartAreNotOne) {
  Table distances = places_.as_distances("test");
  distances(0, 1) = distances(1, 0) = 0;  // an estimate cut off at zero: the rows still differ
  places_ = Arrangement::distances(distances);
  EXPECT_NEAR(measure().number("merged"), 0, 1e-12);
}

TEST_F(Agreement, SeesStressRiseAlongAHistory) {
  const TemporaryDirectory directory;
  PositionHistory history(*model_);
  history.observe(0);
  model_->parameters().find("position.table").value(0, 1) = 20;
  history.observe(1);
  put_line(1);
  history.end(5);
  history.write(directory.file("positions.safetensors"), "run", Sync::now);
  const auto frames = read_frames(directory.file("positions.safetensors"));
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames.back().step, 5);
  const Findings findings = measure(frames);
  EXPECT_NEAR(findings.number("shape[0]"), 0, 1e-9);
  EXPECT_GT(findings.number("shape[1]"), 0.1);
  EXPECT_NEAR(findings.number("shape[5]"), 0, 1e-9);
  EXPECT_NEAR(findings.number("rise"), findings.number("shape[1]"), 1e-9);
  EXPECT_TRUE(read_frames(directory.file("none.safetensors")).empty());
}

}  // namespace
}  // namespace sextant::test
