// Analyses that make panels: attention that sums to one, positions that are found again, controls that are not.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/attention.h"
#include "sextant/analysis/random_batch.h"
#include "tests/support/small_job.h"

namespace sextant::test {
namespace {

/// A model with learned positions on a grid of 3 x 4, in one table.
class Panels : public testing::Test {
 protected:
  Panels() {
    job_.position.at = "first";
    model_ = std::make_unique<Transformer>(job_.model, job_.position, shape_, places_);
    const auto initialiser = initialisers().find(job_.init.kind).make(*job_.init.own, job_.model.depth);
    sextant::init::initialise(model_->parameters(), *initialiser, {}, 3);
  }

  Findings measure(const std::string& name) {
    const auto& variant = analyses().find(name);
    return variant.make(*variant.make_options())->measure({*model_, 5, batch_, places_});
  }

  /// Every token's vector is its true place, times a factor, in a corner of the table.
  void put_positions_right(double factor) {
    const Table points = places_.as_coordinates("test");
    Parameter& table = model_->parameters().find("position.table");
    for (Index i = 0; i < table.rows; ++i)
      for (Index j = 0; j < table.columns; ++j) table.value(i, j) = j == 1 || j == 4 ? factor * points(i, j / 4) : 0;
  }

  Configuration job_ = make_small_job();
  TaskShape shape_{12, InputKind::tokens, 6, ReadoutPlace::last, 3, LossKind::cross_entropy};
  Arrangement places_ = Arrangement::grid({3, 4});
  Batch batch_ = make_random_batch(shape_, 11, Random(1, Stream::data));
  std::unique_ptr<Transformer> model_;
};

TEST_F(Panels, AttentionSumsToOneAndTheMeanIsThatOfSamples) {
  const auto mean = mean_attention(*model_, batch_, 0, 11);
  ASSERT_EQ(mean.size(), 4u);  // 2 layers, 2 heads
  Table sum(12, 12);
  double entropy = 0;
  for (Index sample = 0; sample < 11; ++sample) {
    const auto single = mean_attention(*model_, batch_, sample, 1);
    for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += single[3].weights.values[i] / 11;
    entropy += single[3].entropy / 11;
  }
  for (const auto& map : mean)
    for (Index query = 0; query < 12; ++query) {
      double row = 0;
      for (Index key = 0; key < 12; ++key) row += map.weights(query, key);
      EXPECT_NEAR(row, 1, 1e-12);
    }
  for (std::size_t i = 0; i < sum.values.size(); ++i) EXPECT_NEAR(sum.values[i], mean[3].weights.values[i], 1e-12);
  EXPECT_NEAR(mean[3].entropy, entropy, 1e-12);
  EXPECT_EQ(mean[3].layer, 1);
  EXPECT_EQ(mean[3].head, 1);
}

TEST_F(Panels, ACausalModelNeverLooksAhead) {
  job_.model.causal = true;
  Transformer causal(job_.model, job_.position, shape_, places_);
  causal.parameters().share_values(model_->parameters());
  for (const auto& map : mean_attention(causal, batch_, 0, 3)) {
    EXPECT_EQ(map.weights(0, 0), 1);
    for (Index query = 0; query < 12; ++query)
      for (Index key = query + 1; key < 12; ++key) EXPECT_EQ(map.weights(query, key), 0);
  }
}

TEST_F(Panels, PositionsThatAreRightHaveNoMisfitAndNoStress) {
  put_positions_right(1);
  EXPECT_LT(measure("positions_map").number("misfit[PCA]"), 1e-12);
  EXPECT_LT(measure("stress").number("raw[positions]"), 1e-12);
  EXPECT_EQ(measure("stress").number("p[positions]"), 0.01);
  put_positions_right(0.25);  // smaller: the shape stays, the scale does not
  EXPECT_LT(measure("stress").number("shape[positions]"), 1e-12);
  EXPECT_NEAR(measure("stress").number("raw[positions]"), 0.75 * 0.75, 1e-12);
  EXPECT_LE(measure("spectrum").number("stable_rank[positions]"), 2);
}

TEST_F(Panels, StressOfRandomPositionsIsThatOfItsControls) {
  const Findings findings = measure("stress");
  EXPECT_GT(findings.number("p[positions]"), 0.01);
  const Tree& bars = findings.panels.at(0).data.at("bars");
  ASSERT_EQ(bars.size(), 4u);
  EXPECT_EQ(bars[1].at("label"), "zero");
  EXPECT_NEAR(bars[1].at("shape").get<double>(), 1, 1e-12);
  EXPECT_NEAR(bars[0].at("shape").get<double>(), bars[3].at("shape").get<double>(), 0.1);
}

TEST_F(Panels, MapsAreAlignedToTheTruthInItsOwnSize) {
  put_positions_right(2);
  const Tree map = measure("positions_map").panels.at(0).data.at("maps").at(0);
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t axis = 0; axis < 2; ++axis)
      EXPECT_NEAR(map.at("points")[i][axis].get<double>(), map.at("truth").at("points")[i][axis].get<double>(), 1e-4);
  EXPECT_EQ(map.at("truth").at("edges").size(), 17u);  // 3 rows of 3 and 4 columns of 2
}

TEST_F(Panels, AModelWithoutPositionsIsLeftOut) {
  job_.position.kind = "none";
  job_.position.own = position_family().find("none").make_options();
  model_ = std::make_unique<Transformer>(job_.model, job_.position, shape_, places_);
  for (const char* name : {"positions_map", "position_similarity", "stress"}) {
    EXPECT_NE(measure(name).left_out, "") << name;
    EXPECT_TRUE(measure(name).panels.empty()) << name;
  }
}

/// Names are file names; numbers are finite or null; the same subject, the same bytes.
TEST_F(Panels, OfEveryAnalysisAndEncodingCanBeWritten) {
  for (const auto& encoding : position_family().variants()) {
    if (encoding.name == "fixed_table") continue;  // needs a file
    job_.position.kind = encoding.name;
    job_.position.own = encoding.make_options();
    job_.position.at = "auto";
    model_ = std::make_unique<Transformer>(job_.model, job_.position, shape_, Arrangement::index(12));
    const auto initialiser = initialisers().find(job_.init.kind).make(*job_.init.own, job_.model.depth);
    sextant::init::initialise(model_->parameters(), *initialiser, {}, 3);
    for (const auto& analysis : analyses().names()) {
      const Findings findings = measure(analysis), again = measure(analysis);
      ASSERT_EQ(findings.panels.size(), again.panels.size());
      for (std::size_t i = 0; i < findings.panels.size(); ++i) {
        const Panel& panel = findings.panels[i];
        EXPECT_EQ(panel.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos);
        EXPECT_EQ(write_panel(panel).dump(), write_panel(again.panels[i]).dump()) << encoding.name << " " << analysis;
      }
    }
  }
}

}  // namespace
}  // namespace sextant::test
