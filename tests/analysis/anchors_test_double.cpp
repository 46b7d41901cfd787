// Analyses of anchor functions on models whose answer is known: constant ones, uniform attention, embeddings on a line.
#include <gtest/gtest.h>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/anchor_rows.h"
#include "sextant/lab/analyse.h"
#include "tests/support/small_job.h"

namespace sextant::test {
namespace {

class Anchors : public testing::Test {
 protected:
  Anchors() {
    Tree tree{{"precision", "double"},
              {"task", {{"kind", "anchor_pairs"}, {"rows", 16'000}, {"test_rows", 20}, {"held_out_rows", 200}}},
              {"model", {{"width", 12}, {"depth", 2}, {"causal", true}}},
              {"init", {{"kind", "fan_in_power"}, {"gamma", 0.5}}}};
    assembly_ = std::make_unique<Assembly>(Configuration::read(tree));
    assembly_->session().initialise();
  }

  Findings measure(const std::string& name, const Tree& options = Tree::object()) {
    const auto& variant = analyses().find(name);
    const auto own = variant.make_options();
    read_options(options, name, {own.get()});
    return variant.make(*own)->measure(make_subject(*assembly_, 0));
  }

  Parameter& parameter(const std::string& name) { return transformer_of(*assembly_).parameters().find(name); }
  void fill(const std::string& name, double value) {
    Parameter& one = parameter(name);
    for (Index i = 0; i < one.rows; ++i)
      for (Index j = 0; j < one.columns; ++j) one.value(i, j) = value;
  }
  /// Every token looks at all it may see alike.
  void make_attention_uniform() {
    for (const char* block : {"blocks.0", "blocks.1"})
      for (const char* part : {"query", "key"})
        for (const char* kind : {"weight", "bias"}) fill(fmt::format("{}.attention.{}.{}", block, part, kind), 0);
  }

  std::unique_ptr<Assembly> assembly_;
};

TEST_F(Anchors, AreFoundWhereTheTaskPutThem) {
  const Subject subject = make_subject(*assembly_, 0);
  EXPECT_EQ(refuse_anchors(subject), "");
  const SplitRows& split = *split_named(subject, "inferential");
  const auto rows = find_anchors(split, 9);
  ASSERT_EQ(rows.size(), 200u);
  for (const auto& row : rows) {
    const auto at = static_cast<std::size_t>(row.sample);
    EXPECT_EQ(row.first, 4);
    EXPECT_EQ(row.second, 3);
    EXPECT_EQ(split.rows.labels[at], row.key - 10);
  }
  EXPECT_EQ(taught_offset(subject, 3, 4), -6);
  EXPECT_EQ(taught_offset(subject, 1, 2), 6);
  EXPECT_FALSE(taught_offset(subject, 4, 3).has_value());
}

TEST_F(Anchors, DeviationsOfAConstantAnswerAreCounted) {
  fill("readout.weight", 0);
  const Subject subject = make_subject(*assembly_, 0);
  const auto rows = find_anchors(*split_named(subject, "inferential"), 9);
  const auto share = [&](Index key) {
    return static_cast<double>(std::ranges::count(rows, key, &AnchorRow::key)) / 200;
  };
  for (const Index answer : {30, 45, 50, 60, 70}) {
    fill("readout.bias", 0);
    parameter("readout.bias").value(0, answer) = 1;
    const Findings found = measure("deviations");
    EXPECT_NEAR(found.number("inferential"), share(answer + 10), 1e-12) << answer;
    EXPECT_NEAR(found.number("symmetric"), share(answer + 6), 1e-12) << answer;
    EXPECT_NEAR(found.number("neither"), 1 - share(answer + 10) - share(answer + 6), 1e-12) << answer;
    double counted = 0;
    for (Index i = 0; i < found.tables.at(0).table.rows; ++i) counted += found.tables[0].table(i, 1);
    EXPECT_EQ(counted, 200);
  }
}

TEST_F(Anchors, FlowOfUniformAttentionIsOneOverWhatIsSeen) {
  make_attention_uniform();
  const Findings found = measure("anchor_flow", {{"samples", 1}});
  EXPECT_NEAR(found.number("anchors_to_last[1]"), 2.0 / 9, 1e-12);
  EXPECT_NEAR(found.number("key_to_last[2]"), 1.0 / 9, 1e-12);
  const Subject subject = make_subject(*assembly_, 0);
  const auto rows = find_anchors(*split_named(subject, "inferential"), 9);
  const auto first = std::ranges::find_if(rows, [](const AnchorRow& row) { return row.key_place + 3 < 9; });
  const auto place = static_cast<double>(first->key_place);
  EXPECT_NEAR(found.number("key_to_anchors[1]"), (1 / (place + 2) + 1 / (place + 3)) / 2, 1e-12);
  EXPECT_NEAR(found.number("symmetric"), (2.0 / 9 + 1.0 / 9) / 2, 1e-12);
}

TEST_F(Anchors, APairIsLikeItselfAtEqualKeysOnly) {
  const Findings found = measure("cosine_maps", {{"pairs", {2, 2, 2, 2}}});
  EXPECT_NEAR(found.number("equal[22/22, last token]"), 1, 1e-9);
  EXPECT_LT(found.number("other[22/22, last token]"), 1 - 1e-6);
  EXPECT_EQ(measure("cosine_maps", {{"pairs", {4, 3, 2, 2}}}).left_out, "none of the pairs is in the training set");
}

TEST_F(Anchors, WithoutOrderAPairAndItsExchangedOneFallTogether) {
  make_attention_uniform();
  fill("position.table", 0);
  Parameter& tokens = parameter("token.weight");
  for (Index anchor = 1; anchor <= 4; ++anchor)
    for (Index j = 0; j < tokens.columns; ++j) tokens.value(anchor, j) *= 1000;
  const Findings alike = measure("pairs_map", {{"rows", 150}});
  EXPECT_LT(alike.number("exchange_distance"), 0.01);
  EXPECT_EQ(alike.number("exchange_is_nearest"), 1);
  EXPECT_GT(alike.number("trustworthiness"), 0.8);
}

TEST_F(Anchors, EmbeddingsOnALineAreInOrder) {
  Parameter& tokens = parameter("token.weight");
  for (Index i = 0; i < tokens.rows; ++i)
    for (Index j = 0; j < tokens.columns; ++j) tokens.value(i, j) = j == 3 ? static_cast<double>(i) : 0;
  const Findings found = measure("embedding_order");
  EXPECT_NEAR(found.number("along_component"), 1, 1e-12);
  EXPECT_NEAR(found.number("with_difference"), 1, 1e-12);
  EXPECT_EQ(found.number("step"), 1);
  EXPECT_NEAR(found.number("share[1]"), 1, 1e-9);
}

/// Labels that are what the model says: every sample is exact; one wrong word makes one sample wrong.
TEST(ExactMatch, NeedsEveryScoredToken) {
  const Configuration job = make_small_job();
  const TaskShape shape{5, InputKind::tokens, 7, ReadoutPlace::every, 7, LossKind::cross_entropy};
  ModelOptions options = job.model;
  options.causal = true;
  Transformer model(options, job.position, shape, Arrangement::index(5));
  const auto initialiser = initialisers().find(job.init.kind).make(*job.init.own, options.depth);
  sextant::init::initialise(model.parameters(), *initialiser, {}, 3);
  SplitRows split{"test", {}, {}};
  split.rows.samples = 4;
  for (int i = 0; i < 20; ++i) split.rows.tokens.push_back(i * i % 7);
  split.rows.labels.assign(20, 0);
  model.forward(split.rows);
  for (Index i = 0; i < 20; ++i) {
    const real* row = model.outputs().row(i);
    split.rows.labels[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(std::max_element(row, row + 7) - row);
  }
  split.groups = {"a", "a", "b", "b"};
  const auto& variant = analyses().find("exact_match");
  const auto share = [&](const char* name) {
    return variant.make(*variant.make_options())->measure({.model = model, .splits = {split}}).number(name);
  };
  EXPECT_EQ(share("test"), 1);
  split.rows.labels[7] = (split.rows.labels[7] + 1) % 7;
  EXPECT_EQ(share("test"), 0.75);
  EXPECT_EQ(share("test[a]"), 0.5);
  EXPECT_EQ(share("test[b]"), 1);
  split.rows.labels[7] = Batch::unscored;
  EXPECT_EQ(share("test"), 1);
}

}  // namespace
}  // namespace sextant::test
