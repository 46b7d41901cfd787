// Attention with fewer heads of keys (grouped queries), along the edges of a graph, and by latents: gradients in double
// against central differences, with savings and without; what masks must hide; what cannot be honoured is refused.
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/error_text.h"
#include "tests/support/model_test.h"
#include "tests/support/slope_error.h"

namespace sextant::test {
namespace {

ModelOptions small() {
  ModelOptions options;
  options.width = 8;
  options.depth = 2;
  options.heads = 4;
  options.feed_forward = 6;
  return options;
}

TaskShape token_shape(Index length, ReadoutPlace readout, bool ragged = false) {
  return {
      .length = length, .input = InputKind::tokens, .features = 5, .readout = readout, .outputs = 3, .ragged = ragged};
}

Arrangement ring(Index count) {
  Table edges(count, count);
  for (Index i = 0; i < count; ++i) edges(i, (i + 1) % count) = edges((i + 1) % count, i) = 0.5;
  return Arrangement::graph(edges);
}

void expect_gradients(const std::string& name, const ModelOptions& options, const TaskShape& shape,
                      const Arrangement& arrangement, const std::string& encoding = "learned") {
  for (const bool savings : {true, false}) {
    Transformer model(options, position_options(encoding, shape.length + (options.cls ? 1 : 0), options.width), shape,
                      arrangement);
    model.set_savings(savings);
    fill_random(model.parameters(), 0.4, 3);
    std::string where;
    EXPECT_LE(worst_slope_error(model, random_batch(shape, options.causal ? 12 : 5, 11), 3, where), 1e-7)
        << name << (savings ? " with savings: " : ": ") << where;
  }
}

std::string refusal(const ModelOptions& options, const TaskShape& shape, const Arrangement& arrangement,
                    const std::string& encoding = "none", const std::string& at = "auto") {
  PositionOptions position = position_options(encoding, shape.length, options.width);
  position.at = at;
  return error_text([&] { Transformer(options, position, shape, arrangement); });
}

TEST(GroupedQueries, GradientsAgreeWithCentralDifferencesForEveryEncoding) {
  for (const std::string& kind : position_family().names())
    for (const Index shared : {1, 2}) {
      ModelOptions options = small();
      options.depth = 1;
      options.key_value_heads = shared;
      options.causal = shared == 2;
      const TaskShape shape = token_shape(4, shared == 1 ? ReadoutPlace::last : ReadoutPlace::every, shared == 1);
      const std::string refused = refusal(options, shape, Arrangement::index(4), kind);
      if (!refused.empty())
        EXPECT_TRUE(contains(refused, "model.key_value_heads: " + kind + " rotates every head")) << refused;
      else
        expect_gradients(kind, options, shape, Arrangement::index(4), kind);
    }
}

TEST(GroupedQueries, AreAttentionWhoseHeadsHaveEqualKeys) {
  const TaskShape shape = token_shape(5, ReadoutPlace::every);
  ModelOptions options = small();
  Transformer full(options, position_options("learned", 5, 8), shape, Arrangement::index(5));
  options.key_value_heads = 2;
  Transformer grouped(options, position_options("learned", 5, 8), shape, Arrangement::index(5));
  fill_random(grouped.parameters(), 0.4, 3);
  for (Parameter& parameter : full.parameters().list()) {
    const View<const real> from = grouped.parameters().find(parameter.name).value;
    for (Index i = 0; i < parameter.rows; ++i)
      for (Index j = 0; j < parameter.columns; ++j) {
        // Heads of two rows (or of two numbers of a bias): 0 and 1 are of the first group, 2 and 3 of the second.
        const Index row = from.rows < parameter.rows ? i / 4 * 2 + i % 2 : i;
        const Index column = from.columns < parameter.columns ? j / 4 * 2 + j % 2 : j;
        parameter.value(i, j) = from(row, column);
      }
  }
  const Batch batch = random_batch(shape, 4, 11);
  EXPECT_NEAR(full.forward(batch).loss, grouped.forward(batch).loss, 1e-12);
}

TEST(GroupedQueries, RefuseGroupsThatDoNotDivide) {
  ModelOptions options = small();
  options.key_value_heads = 3;
  EXPECT_EQ(refusal(options, token_shape(4, ReadoutPlace::last), Arrangement::index(4)),
            "model.key_value_heads: heads 4 is not a multiple of 3");
  options.key_value_heads = 2;
  options.mixer = "gru";
  EXPECT_TRUE(contains(refusal(options, token_shape(4, ReadoutPlace::last), Arrangement::index(4)),
                       "model.key_value_heads: no block has attention"));
}

TEST(NeighbourAttention, GradientsAgreeWithCentralDifferences) {
  for (const bool causal : {false, true})
    for (const Index heads : {1, 4})  // one head: with every form of attention that saves
      for (const bool ragged : {false, true})
        for (const bool cls : {false, true}) {
          ModelOptions options = small();
          options.neighbours = true;
          options.heads = heads;
          options.depth = 3;
          options.causal = causal;
          options.cls = cls;
          expect_gradients(fmt::format("{} heads, causal {}, ragged {}, cls {}", heads, causal, ragged, cls), options,
                           token_shape(6, cls ? ReadoutPlace::every : ReadoutPlace::last, ragged), ring(6));
        }
}

TEST(NeighbourAttention, ReachesOneEdgeFurtherPerBlock) {
  const TaskShape shape = token_shape(6, ReadoutPlace::every);
  for (const Index depth : {1, 2}) {
    ModelOptions options = small();
    options.neighbours = true;
    options.depth = depth;
    Transformer model(options, position_options("learned", 6, 8), shape, ring(6));
    fill_random(model.parameters(), 0.4, 3);
    Batch batch = random_batch(shape, 1, 11);
    model.forward(batch);
    const Table before = model.read_outputs();
    batch.tokens[0] = batch.tokens[0] == 2 ? 1 : 2;
    model.forward(batch);
    const Table after = model.read_outputs();
    for (Index token = 0; token < 6; ++token) {
      const Index distance = std::min(token, 6 - token);
      EXPECT_EQ(std::abs(after(token, 0) - before(token, 0)) > 1e-9, distance <= depth) << depth << " " << token;
    }
  }
}

TEST(NeighbourAttention, IsRefusedWithoutAGraph) {
  ModelOptions options = small();
  options.neighbours = true;
  const TaskShape shape = token_shape(4, ReadoutPlace::last);
  for (const Arrangement& arrangement : {Arrangement::index(4), Arrangement::coordinates(Table(4, 2))})
    EXPECT_TRUE(contains(refusal(options, shape, arrangement),
                         fmt::format("model.neighbours: the arrangement is {} and", arrangement.kind_name())));
  EXPECT_EQ(refusal(options, shape, Arrangement::grid({2, 2})), "");
  options.mixer = "convolution";
  EXPECT_TRUE(contains(refusal(options, shape, Arrangement::grid({2, 2})), "model.neighbours: no block has attention"));
}

TEST(Latents, GradientsAgreeWithCentralDifferences) {
  for (const std::string place : {"post", "pre"})
    for (const bool ragged : {false, true})
      for (const Index latents : {1, 3, 7})  // fewer than tokens, and more
        for (const Index heads : {1, 4}) {
          ModelOptions options = small();
          options.norm_place = place;
          options.latents = latents;
          options.heads = heads;
          options.key_value_heads = 1;
          options.depth = latents == 1 ? 1 : 2;
          if (heads == 4) options.dropout_attention = options.dropout_residual = options.dropout_position = 0.2;
          expect_gradients(fmt::format("{} latents, {}-norm, ragged {}", latents, place, ragged), options,
                           token_shape(5, ragged ? ReadoutPlace::last : ReadoutPlace::pooled, ragged),
                           Arrangement::index(5));
        }
}

TEST(Latents, AreAloneWithTheirSampleAndReadNoPadding) {
  ModelOptions options = small();
  options.latents = 3;
  options.dropout_attention = options.dropout_residual = 0.3;
  const TaskShape shape = token_shape(5, ReadoutPlace::last, true);
  Transformer model(options, position_options("learned", 5, 8), shape, Arrangement::index(5));
  fill_random(model.parameters(), 0.4, 3);
  Batch batch = random_batch(shape, 6, 11);
  const Pass pass{.training = true, .seed = 5, .step = 9};
  const double together = loss_and_gradients(model, batch, 6, pass);
  for (Index sample = 0; sample < batch.samples; ++sample)
    for (Index token = batch.lengths[static_cast<std::size_t>(sample)]; token < 5; ++token)
      batch.tokens[static_cast<std::size_t>(sample * 5 + token)] = 4;
  for (const Index chunk : {1, 4}) EXPECT_NEAR(loss_and_gradients(model, batch, chunk, pass), together, 1e-12);
}

TEST(Latents, TakeATokenSetAsASet) {
  ModelOptions options = small();
  options.latents = 3;
  const TaskShape shape = token_shape(5, ReadoutPlace::pooled);
  Transformer model(options, position_options("none", 5, 8), shape, Arrangement::index(5));
  fill_random(model.parameters(), 0.4, 3);
  Batch batch = random_batch(shape, 1, 11);
  batch.tokens = {0, 1, 2, 3, 3};
  const double straight = model.forward(batch).loss;
  batch.tokens = {3, 1, 0, 3, 2};
  EXPECT_NEAR(model.forward(batch).loss, straight, 1e-13);
}

TEST(Latents, RefuseByNameWhatTheyCannotHonour) {
  const auto expect = [](const std::string& text, const std::function<void(ModelOptions&)>& change,
                         ReadoutPlace readout = ReadoutPlace::last, const std::string& encoding = "learned",
                         const std::string& at = "auto") {
    ModelOptions options = small();
    options.latents = 3;
    change(options);
    const std::string said = refusal(options, token_shape(4, readout), Arrangement::index(4), encoding, at);
    EXPECT_TRUE(contains(said, "model.latents: ") && contains(said, text)) << text << " / " << said;
  };
  const auto nothing = [](ModelOptions&) {};
  expect("a loss per token", nothing, ReadoutPlace::every);
  expect("a loss per token", nothing, ReadoutPlace::masked);
  expect("model.causal", [](ModelOptions& o) { o.causal = true; });
  expect("model.window", [](ModelOptions& o) { o.window = 1; });
  expect("model.neighbours", [](ModelOptions& o) { o.neighbours = true; });
  expect("model.cls", [](ModelOptions& o) { o.cls = true; });
  expect("the mixer of block 1 is gru", [](ModelOptions& o) { o.mixers = {"attention", "gru"}; });
  expect("set position.at=first", nothing, ReadoutPlace::last, "learned", "every");
  for (const std::string& kind : position_family().names()) {
    const auto own = position_options(kind, 4, 8);
    ModelOptions options = small();
    Parameters unused;
    const auto encoding = make_position(
        kind, *own.own, {.width = 8, .heads = 4, .head_width = 2, .arrangement = Arrangement::index(4), .prefix = ""},
        unused);
    if (encoding->rotates() || encoding->adds_to_scores() || encoding->reads_content())
      expect(kind + " acts between tokens", nothing, ReadoutPlace::last, kind);
  }
}

}  // namespace
}  // namespace sextant::test
