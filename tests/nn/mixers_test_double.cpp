// Every mixer with every feed-forward network: gradients in double against central differences, causal or not, lengths
// equal and ragged; samples alone as among others; padding unread. The lists drive it, nothing is named by hand.
#include <gtest/gtest.h>
#include <unistd.h>

#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/mixers/mixer.h"
#include "tests/support/error_text.h"
#include "tests/support/model_test.h"
#include "tests/support/option_variations.h"
#include "tests/support/slope_error.h"

namespace sextant::test {
namespace {

struct Trial {
  std::string name;
  ModelOptions model;
  TaskShape shape;
};

ModelOptions model_of(const std::string& mixer, const std::string& feed_forward) {
  ModelOptions options;
  options.width = 6;
  options.depth = 2;
  options.heads = 2;
  options.feed_forward = 8;
  options.mixer = mixer;
  options.feed_forward_kind = feed_forward;
  return options;
}

/// Causal or not, equal or ragged, pre or post, several readouts; without those that the mixer refuses by name.
std::vector<Trial> trials(const std::string& mixer, const std::string& feed_forward) {
  std::vector<Trial> result;
  for (const bool causal : {false, true})
    for (const bool ragged : {false, true})
      for (const auto readout : {ReadoutPlace::last, ReadoutPlace::pooled, ReadoutPlace::every}) {
        ModelOptions model = model_of(mixer, feed_forward);
        model.causal = causal;
        if (readout == ReadoutPlace::every) model.norm_place = "pre";
        if (readout == ReadoutPlace::pooled) model.activation = "gelu_tanh";
        const TaskShape shape{
            .length = 5, .input = InputKind::tokens, .features = 5, .readout = readout, .outputs = 3, .ragged = ragged};
        const std::string refusal =
            error_text([&] { Transformer(model, position_options("learned", 5, 6), shape, Arrangement::index(5)); });
        if (!refusal.empty()) {
          EXPECT_TRUE(contains(refusal, "model.")) << refusal;
          continue;
        }
        result.push_back(
            {mixer + " " + feed_forward + (causal ? " causal" : "") + (ragged ? " ragged " : " ") + name_of(readout),
             model, shape});
      }
  return result;
}

class MixerGradients : public testing::TestWithParam<std::string> {};

TEST_P(MixerGradients, AgreeWithCentralDifferences) {
  for (const std::string& feed_forward : feed_forwards().names())
    for (const Trial& one : trials(GetParam(), feed_forward))
      for (const bool savings : {true, false}) {
        Transformer model(one.model, position_options("learned", 5, 6), one.shape, Arrangement::index(5));
        model.set_savings(savings);
        fill_random(model.parameters(), 0.4, 3);
        std::string where;
        EXPECT_LE(worst_slope_error(model, random_batch(one.shape, 4, 11), 4, where), 1e-7)
            << one.name << ": " << where;
      }
}

// Every option of every mixer, one at a time.
TEST_P(MixerGradients, AgreeWithEveryOption) {
  OptionVariations variations;
  mixers().find(GetParam()).make_options()->visit(variations);
  for (const Tree& variation : variations.found) {
    ModelOptions options = model_of(GetParam(), "dense");
    options.own[GetParam()] = mixers().find(GetParam()).make_options();
    read_options(variation, "model", {options.own[GetParam()].get()});
    const TaskShape shape{
        .length = 5, .input = InputKind::tokens, .features = 5, .readout = ReadoutPlace::last, .outputs = 3};
    for (const bool causal : {false, true}) {
      options.causal = causal;
      std::unique_ptr<Transformer> model;
      if (!error_text([&] {
             model =
                 std::make_unique<Transformer>(options, position_options("none", 5, 6), shape, Arrangement::index(5));
           }).empty())
        continue;
      fill_random(model->parameters(), 0.4, 3);
      std::string where;
      EXPECT_LE(worst_slope_error(*model, random_batch(shape, 3, 11), 3, where), 1e-7)
          << variation.dump() << " " << where;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, MixerGradients, testing::ValuesIn(mixers().names()),
                         [](const auto& info) { return info.param; });

TEST(Mixers, AnswersDependOnNoOtherSampleAndNoPadding) {
  for (const std::string& mixer : mixers().names())
    for (const Trial& one : trials(mixer, "dense")) {
      Transformer model(one.model, position_options("learned", 5, 6), one.shape, Arrangement::index(5));
      fill_random(model.parameters(), 0.4, 3);
      Batch batch = random_batch(one.shape, 5, 11);
      const double together = model.forward(batch).loss;
      for (Index sample = 0; sample < (one.shape.ragged ? batch.samples : 0); ++sample)
        for (Index token = batch.lengths[static_cast<std::size_t>(sample)]; token < 5; ++token)
          batch.tokens[static_cast<std::size_t>(sample * 5 + token)] = 4;
      double alone = 0;
      for (Index sample = 0; sample < batch.samples; ++sample) {
        model.begin_batch(batch, sample, 1, {});
        alone += model.forward_chunk(sample, 1).loss;
      }
      EXPECT_NEAR(alone, together, 1e-11) << one.name;
    }
}

// How a batch is cut into chunks, and what is left out, are settings of speed: they change no number, also not of a
// loss of the model's own.
TEST(FeedForwards, GradientsDependOnNoChunkAndNoSaving) {
  for (const std::string& feed_forward : feed_forwards().names())
    for (const Trial& one : trials("attention", feed_forward)) {
      Transformer model(one.model, position_options("learned", 5, 6), one.shape, Arrangement::index(5));
      fill_random(model.parameters(), 0.4, 3);
      const Batch batch = random_batch(one.shape, 12, 11);
      const auto gradients_of = [&](Index chunk, bool savings) {
        model.set_savings(savings);
        loss_and_gradients(model, batch, chunk, {});
        return std::vector<real>(model.parameters().gradients().begin(), model.parameters().gradients().end());
      };
      const std::vector<real> whole = gradients_of(12, false);
      for (const bool savings : {true, false})
        for (const Index chunk : {1, 5, 12}) {
          const std::vector<real> cut = gradients_of(chunk, savings);
          for (std::size_t i = 0; i < whole.size(); ++i)
            ASSERT_NEAR(cut[i], whole[i], 1e-11) << one.name << ", chunks of " << chunk << ", savings " << savings;
        }
    }
}

// A token that comes later changes nothing before it, where the model says so.
TEST(Mixers, CausalOnesDoNotSeeLaterTokens) {
  for (const std::string& mixer : mixers().names())
    for (const Trial& one : trials(mixer, "dense")) {
      if (!one.model.causal || one.shape.readout != ReadoutPlace::every || one.shape.ragged) continue;
      Transformer model(one.model, position_options("learned", 5, 6), one.shape, Arrangement::index(5));
      fill_random(model.parameters(), 0.4, 3);
      Batch batch = random_batch(one.shape, 1, 11);
      model.forward(batch);
      const Table before = model.read_outputs();
      batch.tokens[4] = batch.tokens[4] == 2 ? 1 : 2;
      model.forward(batch);
      const Table after = model.read_outputs();
      for (Index row = 0; row < 5; ++row)
        EXPECT_EQ(std::abs(after(row, 0) - before(row, 0)) < 1e-12, row < 4) << one.name << " " << row;
    }
}

TEST(Mixers, OptionsOfAModelHaveNamesOfTheirOwn) {
  ModelOptions model;
  auto names = option_names({&model});
  const auto add = [&](const auto& family) {
    for (const auto& variant : family.variants()) {
      const auto own = variant.make_options();
      for (auto& name : option_names({own.get()})) names.push_back(std::move(name));
    }
  };
  add(mixers());
  add(feed_forwards());
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(Mixers, BlocksMayDiffer) {
  ModelOptions options = model_of("attention", "dense");
  options.mixers = {"convolution", "attention"};
  const TaskShape shape{.length = 5, .features = 5, .outputs = 3};
  const PositionOptions position = position_options("alibi", 5, 6);
  Transformer model(options, position, shape, Arrangement::index(5));
  fill_random(model.parameters(), 0.4, 3);
  std::string where;
  EXPECT_LE(worst_slope_error(model, random_batch(shape, 4, 11), 4, where), 1e-7) << where;
  EXPECT_NO_THROW(model.find("blocks.0.convolution.kernel.weight"));
  EXPECT_NO_THROW(model.find("blocks.1.attention.query.weight"));
  options.mixers = {"convolution", "gru"};
  EXPECT_TRUE(contains(error_text([&] { Transformer(options, position, shape, Arrangement::index(5)); }),
                       "alibi acts inside attention"));
  options.mixers = {"gru"};
  EXPECT_TRUE(contains(error_text([&] { Transformer(options, position, shape, Arrangement::index(5)); }),
                       "1 mixers for model.depth 2"));
}

}  // namespace
}  // namespace sextant::test
