// GPT-NeoX (Black et al. 2022) and Pythia: attention and feed-forward side by side, a part of each head turns, queries,
// keys and values in one tensor head by head.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_gpt_neox(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"gpt_neox.", ""}, "embed_in.weight");
  shape.width = config.integer("hidden_size");
  shape.vocabulary = config.integer("vocab_size");
  shape.inner = config.integer("intermediate_size");
  shape.heads = shape.key_heads = config.integer("num_attention_heads");
  shape.curve = draft.curve("hidden_act", "gelu");
  shape.norm_epsilon = config.number("layer_norm_eps", 1e-5);
  shape.parallel = config.flag("use_parallel_residual", true);
  shape.causal = shape.final_norm = true;
  const bool bias = config.flag("attention_bias", true);
  config.ignore({"is_decoder"});
  draft.make_blocks(config.integer("num_hidden_layers"));
  shape.ropes = {draft.rope(shape.head_width, 0.25, 10000)};
  for (Index n = 0; n < shape.depth(); ++n) {
    shape.blocks[static_cast<std::size_t>(n)].rope = 0;
    const std::string layer = fmt::format("layers.{}.", n);
    draft.norm(part_of_block(n, "norm1"), layer + "input_layernorm");
    draft.norm(part_of_block(n, "norm2"), layer + "post_attention_layernorm");
    const char* parts[] = {"query", "key", "value"};
    for (Index i = 0; i < 3; ++i)
      draft.linear(part_of_block(n, parts[i]), layer + "attention.query_key_value", bias,
                   {.third = i, .heads = shape.heads});
    draft.linear(part_of_block(n, "output"), layer + "attention.dense", bias);
    draft.linear(part_of_block(n, "in"), layer + "mlp.dense_h_to_4h", true);
    draft.linear(part_of_block(n, "out"), layer + "mlp.dense_4h_to_h", true);
  }
  draft.weight("token.weight", "embed_in.weight");
  draft.norm("final_norm", "final_layer_norm");
  draft.language_head("embed_out", config.flag("tie_word_embeddings", false));
  draft.unused = {"attention.bias", "attention.masked_bias", "rotary_emb.inv_freq", "score.", "classifier."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(gpt_neox, describe_gpt_neox, "gpt_neox")

}  // namespace sextant::lab
