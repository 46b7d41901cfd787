// What hidden states know of position, with models whose answer is known: positions on a line, no positions at all, a
// mask alone, routers that go by the token or by the position.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/random_batch.h"
#include "sextant/core/tree.h"
#include "sextant/math/linear/linear_probe.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/mixers/mixer.h"
#include "tests/support/small_job.h"

namespace sextant::test {
namespace {

constexpr Index state_length = 6;

/// A model of random weights over six tokens, and random samples of it.
struct StatesSubject {
  explicit StatesSubject(const std::string& position, bool causal = false, const std::string& mixer = "attention",
                         const std::string& feed_forward = "dense")
      : job(make_job(position, causal, mixer, feed_forward)),
        shape{state_length, InputKind::tokens, 5, ReadoutPlace::every, 3, LossKind::cross_entropy},
        batch(make_random_batch(shape, 64, Random(1, Stream::data))),
        model(job.model, job.position, shape, Arrangement::index(state_length)) {
    const auto initialiser = initialisers().find(job.init.kind).make(*job.init.own, job.model.depth);
    sextant::init::initialise(model.parameters(), *initialiser, {}, 3);
  }

  Findings measure(const std::string& name) {
    const auto& variant = analyses().find(name);
    return variant.make(*variant.make_options())
        ->measure({.model = model, .seed = 5, .held_out = batch, .places = Arrangement::index(state_length)});
  }
  /// Every weight 0, but gains 1.
  void clear() {
    for (auto& parameter : model.parameters().list())
      std::fill_n(parameter.value.data, parameter.rows * parameter.columns,
                  parameter.kind == ParameterKind::gain ? 1.0 : 0.0);
  }
  View<double> weights(const std::string& name) {
    for (auto& parameter : model.parameters().list())
      if (parameter.name == name) return parameter.value;
    throw std::runtime_error(name);
  }

  static Configuration make_job(const std::string& position, bool causal, const std::string& mixer,
                                const std::string& feed_forward) {
    return Configuration::read(Tree{
        {"precision", "double"},
        {"position", {{"kind", position}}},
        {"model",
         {{"width", 12}, {"heads", 2}, {"causal", causal}, {"mixer", mixer}, {"feed_forward_kind", feed_forward}}}});
  }

  Configuration job;
  TaskShape shape;
  Batch batch;
  Transformer model;
};

TEST(LinearProbe, ReadsWhatIsLinearAndNothingElse) {
  Table fitted(60, 3), judged(40, 3);
  const Random random(2, Stream::data);
  std::uint64_t used = 0;
  for (Table* table : {&fitted, &judged})
    for (double& value : table->values) value = 5 + random.normal(used++);
  const auto targets = [&](const Table& table, bool linear) {
    std::vector<double> result;
    for (Index i = 0; i < table.rows; ++i)
      result.push_back(linear ? 3 + table(i, 0) - 2 * table(i, 2) : random.normal(used++));
    return result;
  };
  const LinearProbe probe(fitted, judged, 1e-9);
  EXPECT_NEAR(probe.r_squared(targets(fitted, true), targets(judged, true)), 1, 1e-9);
  EXPECT_LT(probe.r_squared(targets(fitted, false), targets(judged, false)), 0.05);
}

TEST(PositionProbe, ReadsALineCompletely) {
  StatesSubject subject("learned");
  subject.clear();
  const auto table = subject.weights("position.table");
  for (Index i = 0; i < state_length; ++i) table(i, 4) = 0.3 * static_cast<double>(i) - 2;
  const Findings probed = subject.measure("position_probe");
  EXPECT_GT(probed.number("r2[embeddings]"), 0.9999);
  EXPECT_LT(probed.number("r2_shuffled[embeddings]"), 0.05);
  EXPECT_NEAR(probed.number("r2_p[embeddings]"), 0.01, 1e-12);
  const Findings apart = subject.measure("state_separation");
  EXPECT_NEAR(apart.number("explained[embeddings]"), 1, 1e-12) << "states depend on nothing but position";
  // Neighbours are 0.3 apart; the root mean square of 0.3 (i - 2.5) over six places is 0.3 sqrt(35 / 12).
  EXPECT_NEAR(apart.number("nearest[embeddings]"), 1 / std::sqrt(35.0 / 12.0), 1e-12);
  EXPECT_LT(apart.number("explained_shuffled[embeddings]"), 0.05);
  EXPECT_NEAR(apart.number("agreement[embeddings]"), 1, 1e-12) << "on a line, as the index is";
  EXPECT_LT(apart.number("agreement_shuffled[embeddings]"), 0.9);
}

TEST(PositionProbe, FindsNothingWhereThereIsNothing) {
  StatesSubject subject("none");
  const Findings probed = subject.measure("position_probe"), apart = subject.measure("state_separation");
  for (const char* layer : {"embeddings", "blocks.0.residual", "blocks.1.residual"}) {
    EXPECT_LT(probed.number(fmt::format("r2[{}]", layer)), 0.05) << layer;
    EXPECT_GT(probed.number(fmt::format("r2_p[{}]", layer)), 0.05) << layer;
    EXPECT_GT(apart.number(fmt::format("explained_p[{}]", layer)), 0.05) << layer;
  }
}

TEST(PositionProbe, SeesWhatAMaskTells) {
  StatesSubject subject("none", true);
  const Findings probed = subject.measure("position_probe");
  EXPECT_LT(probed.number("r2[embeddings]"), 0.05) << "before attention there is no position";
  EXPECT_GT(probed.number("r2[blocks.1.residual]"), 0.05);
  EXPECT_NEAR(probed.number("r2_p[blocks.1.residual]"), 0.01, 1e-12);
}

TEST(ExpertInformation, IsAllOrNothingWhereRoutersAreMade) {
  StatesSubject subject("learned", false, "attention", "experts");
  const auto route = [&](const std::string& table) {
    subject.clear();
    const auto rows = subject.weights(table);
    for (Index i = 0; i < rows.rows; ++i) rows(i, 0) = i % 2 == 0 ? 1 : -1;
    for (const char* block : {"blocks.0", "blocks.1"}) {
      const auto router = subject.weights(fmt::format("{}.feed_forward.router.weight", block));
      router(0, 0) = 1;
      router(1, 0) = -1;
    }
    return subject.measure("expert_information");
  };
  const Findings by_position = route("position.table");
  EXPECT_GT(by_position.number("entropy[blocks.0]"), 0.95);
  EXPECT_NEAR(by_position.number("information[blocks.0]"), by_position.number("entropy[blocks.0]"), 1e-9);
  EXPECT_LT(by_position.number("information_shuffled[blocks.0]"), 0.2);
  EXPECT_NEAR(by_position.number("information_p[blocks.0]"), 0.01, 1e-12);
  const Findings by_token = route("token.weight");
  EXPECT_NEAR(by_token.number("information[blocks.0]"), 0, 1e-12);
  EXPECT_EQ(StatesSubject("learned").measure("expert_information").left_out,
            "no tokens are routed: model.feed_forward_kind is dense, not experts");
}

TEST(States, EquivarianceIsMeasuredAtTheStartToo) {
  StatesSubject subject("learned");
  const auto trained = subject.model.read_weights();
  subject.clear();  // every token is alike and stays so
  const auto& variant = analyses().find("equivariance");
  const Findings found =
      variant.make(*variant.make_options())->measure({.model = subject.model, .seed = 5, .start = trained});
  EXPECT_EQ(found.number("relative_error"), 0);
  EXPECT_GT(found.number("relative_error_at_start"), 1e-3);
}

TEST(States, EveryAnalysisMeasuresEveryMixerOrSaysWhyNot) {
  for (const auto& mixer : mixers().variants())
    for (const auto& variant : analyses().variants()) {
      SCOPED_TRACE(mixer.name + " " + variant.name);
      StatesSubject subject("learned", false, mixer.name);
      subject.batch = make_random_batch(subject.shape, 8, Random(1, Stream::data));
      const auto own = variant.make_options();
      for (const auto& name : option_names({own.get()}))
        if (name == "draws") read_options({{"draws", 3}}, variant.name, {own.get()});
      Findings findings;
      EXPECT_NO_THROW(findings = variant.make(*own)->measure({.model = subject.model,
                                                              .seed = 5,
                                                              .held_out = subject.batch,
                                                              .places = Arrangement::index(state_length),
                                                              .splits = {{"test", subject.batch, {}}},
                                                              .probes = subject.batch,
                                                              .start = subject.model.read_weights(),
                                                              .references = {&subject.model}}));
      EXPECT_EQ(findings.left_out.empty(), !(findings.numbers.empty() && findings.tables.empty()));
      const bool for_every_mixer = variant.name == "position_probe" || variant.name == "state_separation";
      EXPECT_TRUE(!for_every_mixer || findings.left_out.empty()) << findings.left_out;
    }
}

}  // namespace
}  // namespace sextant::test
