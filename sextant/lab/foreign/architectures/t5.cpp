// The encoder of T5 (Raffel et al. 2020): RMS norms, no biases, scores without a scale, one table of relative positions
// for all blocks. The decoder is not run.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

/// "relu", "gated-gelu": GELU means its tanh form there.
void set_feed_forward(Draft& draft) {
  const std::string given = draft.config.text("feed_forward_proj", "relu");
  draft.config.ignore({"dense_act_fn", "is_gated_act"});  // made from it
  draft.shape.gated = given.starts_with("gated-");
  const std::string curve = draft.shape.gated ? given.substr(6) : given;
  require(curve == "relu" || curve == "gelu" || curve == "silu" || curve == "gelu_new",
          "{}: feed_forward_proj '{}' is not supported", draft.config.who(), given);
  draft.shape.curve = curve == "relu"   ? foreign::Curve::relu
                      : curve == "silu" ? foreign::Curve::silu
                      : given == "gelu" ? foreign::Curve::gelu
                                        : foreign::Curve::gelu_tanh;
}

void describe_t5(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"", "transformer."}, "encoder.block.0.layer.0.SelfAttention.q.weight");
  shape.width = config.integer("d_model", 512);
  shape.vocabulary = config.integer("vocab_size", 32128);
  shape.inner = config.integer("d_ff", 2048);
  shape.heads = shape.key_heads = config.integer("num_heads", 8);
  shape.head_width = config.integer("d_kv", 64);
  shape.norm = foreign::Norm::rms;
  shape.norm_epsilon = config.number("layer_norm_epsilon", 1e-6);
  shape.final_norm = true;
  shape.score_bias = foreign::ScoreBias::t5_buckets;
  shape.buckets = config.integer("relative_attention_num_buckets", 32);
  shape.bucket_reach = config.integer("relative_attention_max_distance", 128);
  config.ignore({"num_decoder_layers", "is_encoder_decoder", "is_decoder", "tie_word_embeddings", "n_positions",
                 "output_past", "scale_decoder_outputs"});
  set_feed_forward(draft);
  draft.make_blocks(config.integer("num_layers", 6));
  draft.weight("token.weight", draft.has("shared.weight") ? "shared.weight" : "encoder.embed_tokens.weight");
  draft.norm("final_norm", "encoder.final_layer_norm", false);
  draft.weight("score_bias.weight", "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight");
  for (Index n = 0; n < shape.depth(); ++n) {
    shape.blocks[static_cast<std::size_t>(n)].scale = 1;
    const std::string layer = fmt::format("encoder.block.{}.layer.", n);
    draft.norm(part_of_block(n, "norm1"), layer + "0.layer_norm", false);
    draft.norm(part_of_block(n, "norm2"), layer + "1.layer_norm", false);
    draft.linear(part_of_block(n, "query"), layer + "0.SelfAttention.q", false);
    draft.linear(part_of_block(n, "key"), layer + "0.SelfAttention.k", false);
    draft.linear(part_of_block(n, "value"), layer + "0.SelfAttention.v", false);
    draft.linear(part_of_block(n, "output"), layer + "0.SelfAttention.o", false);
    if (shape.gated) draft.linear(part_of_block(n, "gate"), layer + "1.DenseReluDense.wi_0", false);
    draft.linear(part_of_block(n, "in"), layer + (shape.gated ? "1.DenseReluDense.wi_1" : "1.DenseReluDense.wi"),
                 false);
    draft.linear(part_of_block(n, "out"), layer + "1.DenseReluDense.wo", false);
  }
  draft.unused = {"decoder.", "lm_head.", "encoder.embed_tokens.", "classification_head.", "classifier."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(t5, describe_t5, "t5")

}  // namespace sextant::lab
