// Gradients against central differences in double, for every encoding x causal or not x sizes odd and even x
// every kind of layer, along one random direction of every tensor. A loss of order 1 and a step of 1e-4 leave an error
// of about 1e-11; the bound is 1e-7.
#include <gtest/gtest.h>
#include <unistd.h>

#include "sextant/math/product.h"
#include "tests/support/model_test.h"
#include "tests/support/slope_error.h"

namespace sextant::test {
namespace {

struct Case {
  std::string name;
  ModelOptions model;
  TaskShape shape;
};

TaskShape tokens(Index length, ReadoutPlace readout) {
  return {.length = length, .input = InputKind::tokens, .features = 5, .readout = readout, .outputs = 3};
}

ModelOptions small(const std::function<void(ModelOptions&)>& change) {
  ModelOptions options;
  options.width = 8;
  options.depth = 2;
  options.heads = 2;
  options.feed_forward = 6;
  change(options);
  return options;
}

/// One case per thing a model can be; together they meet every option at least once.
std::vector<Case> cases() {
  std::vector<Case> result;
  const auto add = [&](const std::string& name, TaskShape shape, const std::function<void(ModelOptions&)>& change) {
    result.push_back({name, small(change), shape});
  };
  add("post_layer_gelu_last", tokens(5, ReadoutPlace::last), [](ModelOptions&) {});
  add("pre_rms_relu_pooled", tokens(4, ReadoutPlace::pooled), [](ModelOptions& o) {
    o.norm_place = "pre";
    o.norm = "rms";
    o.activation = "relu";
    o.final_norm = true;
  });
  add("pre_layer_tanh_every_tied", tokens(4, ReadoutPlace::every), [](ModelOptions& o) {
    o.norm_place = "pre";
    o.activation = "gelu_tanh";
    o.final_norm = true;
    o.tied = true;
  });
  result.back().shape.outputs = 5;
  add("one_hot_second_activation", tokens(4, ReadoutPlace::last), [](ModelOptions& o) {
    o.second_activation = true;
    o.heads = 1;
  });
  result.back().shape.input = InputKind::one_hot;
  add("second_relu_no_output_projection", tokens(4, ReadoutPlace::last), [](ModelOptions& o) {
    o.second_activation = true;
    o.activation = "relu";
    o.attention_output = false;
  });
  add("free_widths_no_biases", tokens(5, ReadoutPlace::last), [](ModelOptions& o) {
    o.key_width = 12;
    o.value_width = 3;
    o.query_bias = o.key_bias = o.attention_output_bias = o.feed_forward_bias = o.readout_bias = false;
    o.attention_scale = 0.7;
  });
  add("values_masked_squared",
      {.length = 5,
       .input = InputKind::values,
       .features = 2,
       .readout = ReadoutPlace::masked,
       .outputs = 2,
       .loss = LossKind::squared_error},
      [](ModelOptions& o) { o.mask_vector = true; });
  add("values_zero_mask_no_norm",
      {.length = 4,
       .input = InputKind::values,
       .features = 1,
       .readout = ReadoutPlace::masked,
       .outputs = 1,
       .loss = LossKind::squared_error},
      [](ModelOptions& o) { o.norm = "none"; });
  add("tokens_masked_labels_embedding_norm", tokens(5, ReadoutPlace::masked), [](ModelOptions& o) {
    o.mask_vector = true;
    o.embedding_norm = true;
  });
  add("cls_read", tokens(4, ReadoutPlace::cls), [](ModelOptions& o) { o.cls = true; });
  add("cls_pooled_squared", tokens(5, ReadoutPlace::pooled), [](ModelOptions& o) { o.cls = true; });
  result.back().shape.loss = LossKind::squared_error;
  // One head: keys and values are never computed where that costs less (docs/adr/0005-exact-savings.md). With more
  // tokens than the width softmax divides the mixture instead of the pattern.
  add("one_head_long_last", tokens(9, ReadoutPlace::last), [](ModelOptions& o) {
    o.heads = 1;
    o.depth = 3;
  });
  add("one_head_pre_masked", tokens(4, ReadoutPlace::masked), [](ModelOptions& o) {
    o.heads = 1;
    o.depth = 3;
    o.norm_place = "pre";
    o.mask_vector = true;
    o.query_bias = false;
    o.dropout_attention = 0.2;
  });
  add("one_head_no_output_projection", tokens(4, ReadoutPlace::last), [](ModelOptions& o) {
    o.heads = 1;
    o.depth = 3;
    o.attention_output = false;
  });
  add("one_head_free_widths", tokens(4, ReadoutPlace::every), [](ModelOptions& o) {
    o.heads = 1;
    o.depth = 3;
    o.key_width = o.value_width = 12;
    o.value_bias = o.attention_output_bias = false;
  });
  // One real value per token, one head, no norm before attention: scores come from a table
  // (nn/attention/affine_rows.h).
  const TaskShape values{.length = 9,
                         .input = InputKind::values,
                         .features = 1,
                         .readout = ReadoutPlace::masked,
                         .outputs = 1,
                         .loss = LossKind::squared_error};
  add("affine_masked", values, [](ModelOptions& o) {
    o.heads = 1;
    o.depth = 3;
    o.second_activation = true;
  });
  add("affine_one_block_cls_no_biases", values, [](ModelOptions& o) {
    o.heads = o.depth = 1;
    o.cls = true;
    o.token_bias = o.query_bias = o.attention_output_bias = false;
    o.key_width = o.value_width = 12;
    o.attention_scale = 0.7;
  });
  result.back().shape.length = 5;
  add("affine_every_dropout", values, [](ModelOptions& o) {
    o.heads = 1;
    o.norm = "rms";
    o.attention_output = o.value_bias = false;
    o.dropout_attention = 0.3;
    o.dropout_residual = 0.25;
  });
  result.back().shape.readout = ReadoutPlace::every;
  // Samples of different lengths, all shorter than the model's.
  add("ragged_last", tokens(6, ReadoutPlace::last), [](ModelOptions& o) { o.heads = 1; });
  result.back().shape.ragged = true;
  add("ragged_every_pre", tokens(5, ReadoutPlace::every), [](ModelOptions& o) { o.norm_place = "pre"; });
  result.back().shape.ragged = true;
  add("ragged_cls_pooled_dropout", tokens(5, ReadoutPlace::pooled), [](ModelOptions& o) {
    o.cls = true;
    o.dropout_attention = 0.2;
  });
  result.back().shape.ragged = true;
  add("ragged_affine", values, [](ModelOptions& o) { o.heads = 1; });
  result.back().shape.ragged = true;
  add("window", tokens(7, ReadoutPlace::every), [](ModelOptions& o) { o.window = 2; });
  add("window_one_head_ragged", tokens(9, ReadoutPlace::last), [](ModelOptions& o) {
    o.window = 1;
    o.heads = 1;
    o.depth = 3;
  });
  result.back().shape.ragged = true;
  add("one_block", tokens(4, ReadoutPlace::last), [](ModelOptions& o) { o.depth = 1; });
  add("one_block_pre", tokens(5, ReadoutPlace::last), [](ModelOptions& o) {
    o.depth = 1;
    o.norm_place = "pre";
  });
  add("dropout_everywhere", tokens(4, ReadoutPlace::last), [](ModelOptions& o) {
    o.dropout_position = 0.2;
    o.dropout_attention = 0.3;
    o.dropout_residual = 0.25;
  });
  add("dropout_residual_pre", tokens(4, ReadoutPlace::every), [](ModelOptions& o) {
    o.norm_place = "pre";
    o.dropout_residual = 0.25;
  });
  return result;
}

class Gradients : public testing::TestWithParam<std::string> {};

TEST_P(Gradients, AgreeWithCentralDifferences) {
  for (const Case& one : cases())
    for (const bool causal : {false, true})
      for (const char* at : {"auto", "every"})
        for (const bool savings : {true, false}) {
          Case test = one;
          test.model.causal = causal;
          if (causal && test.shape.readout == ReadoutPlace::cls) continue;
          PositionOptions position =
              position_options(GetParam(), test.shape.length + (test.model.cls ? 1 : 0), test.model.width);
          position.at = at;
          Transformer model(test.model, position, test.shape, Arrangement::index(test.shape.length));
          model.set_savings(savings);
          fill_random(model.parameters(), 0.4, 3);
          // 12 samples: more than there are first tokens, so that a causal model has a stem
          const Batch batch = random_batch(test.shape, causal ? 12 : test.model.heads == 1 ? 8 : 3, 11);
          std::string where;
          const double error = worst_slope_error(model, batch, 2, where);
          EXPECT_LE(error, 1e-7) << GetParam() << " " << test.name << (causal ? " causal" : "") << " at " << at
                                 << (savings ? " with savings" : "") << ": " << where;
        }
}

INSTANTIATE_TEST_SUITE_P(Every, Gradients, testing::ValuesIn(position_family().names()),
                         [](const auto& info) { return info.param; });

// The savings change no number beyond rounding, and no chunking does.
TEST(Savings, AreExact) {
  for (const std::string& kind : position_family().names())
    for (Case test : cases())
      for (const auto& [causal, at] : {std::pair{false, "auto"}, {true, "auto"}, {false, "every"}}) {
        test.model.causal = causal;
        if (causal && test.shape.readout == ReadoutPlace::cls) continue;
        PositionOptions position =
            position_options(kind, test.shape.length + (test.model.cls ? 1 : 0), test.model.width);
        position.at = at;
        Transformer model(test.model, position, test.shape, Arrangement::index(test.shape.length));
        fill_random(model.parameters(), 0.4, 3);
        const Batch batch = random_batch(test.shape, 12, 11);
        const Pass pass{.training = true, .seed = 5, .step = 9};
        model.set_savings(false);
        const double plain = loss_and_gradients(model, batch, 12, pass);
        const std::vector<real> gradients(model.parameters().gradients().begin(), model.parameters().gradients().end());
        double bound = 1e-11;  // of large terms that nearly cancel the rounding stays
        for (const real gradient : gradients) bound = std::max(bound, 1e-12 * std::abs(gradient));
        for (const Index chunk : {1, 5, 12}) {
          model.set_savings(true);
          EXPECT_NEAR(loss_and_gradients(model, batch, chunk, pass), plain, 1e-11 * std::abs(plain));
          for (std::size_t i = 0; i < gradients.size(); ++i)
            ASSERT_NEAR(model.parameters().gradients()[i], gradients[i], bound)
                << kind << " " << test.name << (causal ? " causal" : "") << " at " << at << ": " << i;
        }
      }
}

// What stands behind a sample's own tokens changes no output, whatever it is, in no place that reads.
TEST(Ragged, PaddingIsNotRead) {
  for (const std::string& kind : position_family().names())
    for (Case test : cases()) {
      if (!test.shape.ragged) continue;
      PositionOptions position = position_options(kind, test.shape.length + (test.model.cls ? 1 : 0), test.model.width);
      Transformer model(test.model, position, test.shape, Arrangement::index(test.shape.length));
      fill_random(model.parameters(), 0.4, 3);
      Batch batch = random_batch(test.shape, 6, 11);
      for (const bool savings : {true, false}) {
        model.set_savings(savings);
        model.forward(batch);
        const Table before = model.read_outputs();
        Batch other = batch;
        for (Index sample = 0; sample < batch.samples; ++sample)
          for (Index token = batch.lengths[static_cast<std::size_t>(sample)]; token < test.shape.length; ++token) {
            const auto row = static_cast<std::size_t>(sample * test.shape.length + token);
            if (!other.tokens.empty()) other.tokens[row] = 3;
            for (Index j = 0; j < (other.values.empty() ? 0 : test.shape.features); ++j)
              other.values[row * static_cast<std::size_t>(test.shape.features) + static_cast<std::size_t>(j)] = NAN;
          }
        model.forward(other);
        EXPECT_EQ(model.read_outputs().values, before.values) << kind << " " << test.name;
      }
    }
}

// A batch of equal lengths gives the same numbers as one whose lengths say so, alone and among longer samples.
TEST(Ragged, SamplesAreComputedAsIfAlone) {
  for (const std::string& kind : position_family().names())
    for (Case test : cases()) {
      if (!test.shape.ragged) continue;
      PositionOptions position = position_options(kind, test.shape.length + (test.model.cls ? 1 : 0), test.model.width);
      Transformer model(test.model, position, test.shape, Arrangement::index(test.shape.length));
      fill_random(model.parameters(), 0.4, 3);
      const Batch batch = random_batch(test.shape, 6, 11);
      const double together = model.forward(batch).loss;
      double alone = 0;
      for (Index sample = 0; sample < batch.samples; ++sample) {
        model.begin_batch(batch, sample, 1, {});
        alone += model.forward_chunk(sample, 1).loss;
      }
      EXPECT_NEAR(alone, together, 1e-11) << kind << " " << test.name;
    }
}

// Ito's network at its real size: the first block on distinct rows, keys and values never computed, the last block
// for one token of sixteen. In units of width^2 per token: 48 in full; 8 + 10 + 10 + 10/16 and the table's share.
TEST(Savings, LeaveOutTwoFifthsOfLatinSquares) {
  ModelOptions options;
  options.width = 160;
  options.depth = 4;
  options.second_activation = true;
  PositionOptions position = position_options("learned", 16, 160);
  position.at = "every";
  const TaskShape shape{.length = 16, .input = InputKind::one_hot, .features = 5, .outputs = 4};
  Transformer model(options, position, shape, Arrangement::index(16));
  fill_random(model.parameters(), 0.1, 3);
  const Batch batch = random_batch(shape, 64, 11);
  const auto operations = [&](bool savings) {
    model.set_savings(savings);
    const std::uint64_t before = product_operations();
    loss_and_gradients(model, batch, 32, {.training = true});
    return static_cast<double>(product_operations() - before);
  };
  const double share = operations(true) / operations(false);
  EXPECT_LT(share, 0.66);
  EXPECT_GT(share, 0.55);
}

// 32 tokens in 16 places: of 512 rows about 324 are distinct, which the merged weights of one head meet before anything
// is mixed. Per row in units of width^2: 8 + 2 x 324/512 of 12 in the first block, a sixteenth of 10 in the second.
TEST(Savings, MergeWeightsForDistinctRows) {
  ModelOptions options;
  const TaskShape shape{.length = 16, .input = InputKind::tokens, .features = 32, .outputs = 32};
  Transformer model(options, position_options("learned", 16, 64), shape, Arrangement::index(16));
  fill_random(model.parameters(), 0.1, 3);
  const Batch batch = random_batch(shape, 32, 11);
  const auto operations = [&](bool savings) {
    model.set_savings(savings);
    const std::uint64_t before = product_operations();
    loss_and_gradients(model, batch, 32, {.training = true});
    return static_cast<double>(product_operations() - before);
  };
  const double share = operations(true) / operations(false);
  EXPECT_LT(share, 0.45);
  EXPECT_GT(share, 0.40);
}

// Real values at 48 places, two blocks: where a masked token would be a value of 0, the scores and projections of the
// first block are made once for all 16 samples; where it would be a vector of its own, for each. In units of width per
// row and block: 2 length + 10 width, of which length + 2 width are left out and come back once.
TEST(Savings, LookUpTheScoresOfRealValues) {
  ModelOptions options;
  options.width = 32;
  options.depth = 2;
  const TaskShape shape{.length = 48,
                        .input = InputKind::values,
                        .features = 1,
                        .readout = ReadoutPlace::every,
                        .outputs = 1,
                        .loss = LossKind::squared_error};
  const Batch batch = random_batch(shape, 16, 11);
  const auto operations = [&](bool mask_vector) {
    options.mask_vector = mask_vector;
    Transformer model(options, position_options("learned", 48, 32), shape, Arrangement::index(48));
    fill_random(model.parameters(), 0.1, 3);
    const std::uint64_t before = product_operations();
    loss_and_gradients(model, batch, 16, {.training = true});
    return static_cast<double>(product_operations() - before);
  };
  const double block = 2 * 48 + 10 * 32, saved = (48 + 2 * 32) * 15.0 / 16;
  EXPECT_NEAR(operations(false) / operations(true), 1 - saved / (2 * block), 0.01);
}

// Under a causal mask position 0 (here one token of nine) is computed once per first token; a model that sees both ways
// has the same shape and no stem.
TEST(Savings, ComputeTheStemOfACausalModelOnce) {
  ModelOptions options;
  options.width = 40;
  options.depth = 5;
  const TaskShape shape{.length = 9, .input = InputKind::tokens, .features = 4, .outputs = 4};
  const Batch batch = random_batch(shape, 300, 11);
  const auto operations = [&](bool causal) {
    options.causal = causal;
    Transformer model(options, position_options("learned", 9, 40), shape, Arrangement::index(9));
    fill_random(model.parameters(), 0.1, 3);
    const std::uint64_t before = product_operations();
    loss_and_gradients(model, batch, 300, {.training = true});
    return static_cast<double>(product_operations() - before);
  };
  const double share = operations(true) / operations(false);
  EXPECT_LT(share, 0.91);
  EXPECT_GT(share, 8.0 / 9);
}

}  // namespace
}  // namespace sextant::test
