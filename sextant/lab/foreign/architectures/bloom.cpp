// BLOOM (arXiv 2211.05100): ALiBi, a norm behind the tokens, queries, keys and values in one tensor head by head.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_bloom(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"transformer.", ""}, "word_embeddings.weight");
  shape.width = config.has("hidden_size") ? config.integer("hidden_size") : config.integer("n_embed", 64);
  config.ignore({"n_embed", "hidden_size", "slow_but_exact", "attention_softmax_in_fp32", "bias_dropout_fusion",
                 "masked_softmax_fusion", "offset_alibi", "seq_length", "unk_token_id", "skip_bias_add",
                 "skip_bias_add_qkv"});
  shape.vocabulary = config.integer("vocab_size", 250880);
  shape.inner = 4 * shape.width;
  const bool long_names = config.has("num_attention_heads");
  shape.heads = long_names ? config.integer("num_attention_heads") : config.integer("n_head", 8);
  shape.key_heads = shape.heads;
  shape.curve = foreign::Curve::gelu_tanh;
  shape.norm_epsilon = config.number("layer_norm_epsilon", 1e-5);
  shape.causal = shape.final_norm = shape.embedding_norm = true;
  shape.score_bias = foreign::ScoreBias::alibi;
  config.only("apply_residual_connection_post_layernorm", false, "the residual behind the norm");
  draft.make_blocks(config.has("num_hidden_layers") ? config.integer("num_hidden_layers")
                                                    : config.integer("n_layer", 2));
  draft.weight("token.weight", "word_embeddings.weight");
  draft.norm("embedding_norm", "word_embeddings_layernorm");
  draft.norm("final_norm", "ln_f");
  for (Index n = 0; n < shape.depth(); ++n) {
    const std::string layer = fmt::format("h.{}.", n);
    draft.norm(part_of_block(n, "norm1"), layer + "input_layernorm");
    draft.norm(part_of_block(n, "norm2"), layer + "post_attention_layernorm");
    const char* parts[] = {"query", "key", "value"};
    for (Index i = 0; i < 3; ++i)
      draft.linear(part_of_block(n, parts[i]), layer + "self_attention.query_key_value", true,
                   {.third = i, .heads = shape.heads});
    draft.linear(part_of_block(n, "output"), layer + "self_attention.dense", true);
    draft.linear(part_of_block(n, "in"), layer + "mlp.dense_h_to_4h", true);
    draft.linear(part_of_block(n, "out"), layer + "mlp.dense_4h_to_h", true);
  }
  draft.language_head("lm_head", config.flag("tie_word_embeddings", true));
  draft.unused = {"score."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(bloom, describe_bloom, "bloom")

}  // namespace sextant::lab
