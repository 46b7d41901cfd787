// Phi 1, 1.5 and 2 (Gunasekar et al. 2023): attention and feed-forward side by side behind one norm. Phi 3 (arXiv
// 2404.14219): Llama with joint projections.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_phi_block(Draft& draft, Index n) {
  const std::string layer = fmt::format("layers.{}.", n);
  draft.norm(part_of_block(n, "norm1"), layer + "input_layernorm");
  draft.linear(part_of_block(n, "query"), layer + "self_attn.q_proj", true);
  draft.linear(part_of_block(n, "key"), layer + "self_attn.k_proj", true);
  draft.linear(part_of_block(n, "value"), layer + "self_attn.v_proj", true);
  draft.linear(part_of_block(n, "output"), layer + "self_attn.dense", true);
  draft.linear(part_of_block(n, "in"), layer + "mlp.fc1", true);
  draft.linear(part_of_block(n, "out"), layer + "mlp.fc2", true);
}

void describe_phi3_block(Draft& draft, Index n) {
  const auto& shape = draft.shape;
  const Index queries = shape.heads * shape.head_width, keys = shape.key_heads * shape.head_width;
  const std::string layer = fmt::format("layers.{}.", n);
  draft.norm(part_of_block(n, "norm1"), layer + "input_layernorm", false);
  draft.norm(part_of_block(n, "norm2"), layer + "post_attention_layernorm", false);
  const std::string joint = layer + "self_attn.qkv_proj", both = layer + "mlp.gate_up_proj";
  draft.linear(part_of_block(n, "query"), joint, false, {.first = 0, .rows = queries});
  draft.linear(part_of_block(n, "key"), joint, false, {.first = queries, .rows = keys});
  draft.linear(part_of_block(n, "value"), joint, false, {.first = queries + keys, .rows = keys});
  draft.linear(part_of_block(n, "output"), layer + "self_attn.o_proj", false);
  draft.linear(part_of_block(n, "gate"), both, false, {.first = 0, .rows = shape.inner});
  draft.linear(part_of_block(n, "in"), both, false, {.first = shape.inner, .rows = shape.inner});
  draft.linear(part_of_block(n, "out"), layer + "mlp.down_proj", false);
}

void describe_phi(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const bool third = config.text("model_type", "") == "phi3";
  draft.choose_prefix({"model.", ""}, "embed_tokens.weight");
  shape.width = config.integer("hidden_size");
  shape.vocabulary = config.integer("vocab_size");
  shape.inner = config.integer("intermediate_size");
  shape.heads = config.integer("num_attention_heads");
  shape.key_heads = config.integer("num_key_value_heads", shape.heads);
  shape.curve = draft.curve("hidden_act", third ? "silu" : "gelu_new");
  shape.norm = third ? foreign::Norm::rms : foreign::Norm::layer;
  shape.norm_epsilon = config.number(third ? "rms_norm_eps" : "layer_norm_eps", 1e-5);
  shape.parallel = shape.one_norm = !third;
  shape.gated = third;
  shape.causal = shape.final_norm = true;
  config.only("qk_layernorm", false, "norms of queries and keys");
  config.only("attention_bias", false, "Phi 3 has none");
  draft.make_blocks(config.integer("num_hidden_layers"));
  shape.ropes = {draft.rope(shape.head_width, third ? 1 : 0.5, 10000)};
  const Index window = third ? config.integer("sliding_window", 0) : 0;
  for (Index n = 0; n < shape.depth(); ++n) {
    auto& block = shape.blocks[static_cast<std::size_t>(n)];
    block.rope = 0;
    block.window = window;
    third ? describe_phi3_block(draft, n) : describe_phi_block(draft, n);
  }
  draft.weight("token.weight", "embed_tokens.weight");
  draft.norm("final_norm", third ? "norm" : "final_layernorm", !third);
  draft.language_head("lm_head", config.flag("tie_word_embeddings", false), !third);
  draft.unused = {"rotary_emb.inv_freq", "score."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(phi, describe_phi, "phi", "phi3")

}  // namespace sextant::lab
