// Gemma (arXiv 2403.08295): tokens are multiplied by sqrt(width), norms by 1 + gain. Gemma 2 (2408.00118) has norms on
// both sides of a branch, windows in every second block and caps on scores and logits; Gemma 3 (2503.19786) norms of
// queries and keys, and another base of the rotary positions where attention is local.
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_gemma_block(Draft& draft, Index n, bool around, bool bias) {
  const std::string layer = fmt::format("layers.{}.", n);
  const auto norm = [&](const char* part, const std::string& tensor) {
    draft.norm(part_of_block(n, part), layer + tensor, false, 1);
  };
  norm("norm1", "input_layernorm");
  norm("norm2", around ? "pre_feedforward_layernorm" : "post_attention_layernorm");
  if (around) {
    norm("after1", "post_attention_layernorm");
    norm("after2", "post_feedforward_layernorm");
  }
  draft.linear(part_of_block(n, "query"), layer + "self_attn.q_proj", bias);
  draft.linear(part_of_block(n, "key"), layer + "self_attn.k_proj", bias);
  draft.linear(part_of_block(n, "value"), layer + "self_attn.v_proj", bias);
  draft.linear(part_of_block(n, "output"), layer + "self_attn.o_proj", bias);
  if (draft.shape.query_key_norm) {
    norm("query_norm", "self_attn.q_norm");
    norm("key_norm", "self_attn.k_norm");
  }
  draft.linear(part_of_block(n, "gate"), layer + "mlp.gate_proj", false);
  draft.linear(part_of_block(n, "in"), layer + "mlp.up_proj", false);
  draft.linear(part_of_block(n, "out"), layer + "mlp.down_proj", false);
}

/// Gemma 2 and 3: windows, and which base of the rotary positions a block has.
void describe_gemma_layers(Draft& draft, bool third) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const Index window = config.integer("sliding_window", 4096);
  const Index pattern =
      config.integer("sliding_window_pattern", config.integer("_sliding_window_pattern", third ? 6 : 2));
  const auto types = draft.layer_types(shape.depth(), "");
  const double local_base = config.number("rope_local_base_freq", 10000);
  shape.ropes = {draft.rope(shape.head_width, 1, third ? 1000000 : 10000, "full_attention")};
  if (third) shape.ropes.push_back(draft.rope(shape.head_width, 1, local_base, "sliding_attention"));
  if (third && !config.has("rope_parameters")) {
    shape.ropes[1] = {.base = local_base, .width = shape.head_width};  // the scaling is for global layers
  }
  const double scale = 1 / std::sqrt(config.number("query_pre_attn_scalar", 256));
  for (Index n = 0; n < shape.depth(); ++n) {
    auto& block = shape.blocks[static_cast<std::size_t>(n)];
    const std::string& own = types[static_cast<std::size_t>(n)];
    const bool sliding = own.empty() ? (n + 1) % pattern != 0 : own == "sliding_attention";
    block.scale = scale;
    block.rope = third && sliding ? 1 : 0;
    if (sliding) block.window = window;
  }
  shape.score_cap = config.number("attn_logit_softcapping", third ? 0 : 50);
}

void describe_gemma(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const std::string type = config.text("model_type", "");
  const bool first = type == "gemma", third = type == "gemma3_text";
  draft.choose_prefix({"model.", ""}, "embed_tokens.weight");
  shape.width = config.integer("hidden_size");
  shape.embedding_scale = std::sqrt(static_cast<double>(shape.width));
  shape.vocabulary = config.integer("vocab_size");
  shape.inner = config.integer("intermediate_size");
  shape.heads = config.integer("num_attention_heads");
  shape.key_heads = config.integer("num_key_value_heads", first ? 16 : 4);
  shape.head_width = config.integer("head_dim", 256);
  // Gemma 1 has both fields in old files; `hidden_activation`, where it is there, is the one in force.
  const bool named = config.has("hidden_activation") || !first;
  shape.curve = draft.curve(named ? "hidden_activation" : "hidden_act", "gelu_pytorch_tanh");
  if (named) config.ignore({"hidden_act"});
  shape.gated = shape.causal = shape.final_norm = true;
  shape.norm = foreign::Norm::rms;
  shape.norm_epsilon = config.number("rms_norm_eps", 1e-6);
  shape.norm_place = first ? foreign::NormPlace::before : foreign::NormPlace::around;
  shape.query_key_norm = third;
  config.only("use_bidirectional_attention", false, "attention in both directions");
  const bool bias = config.flag("attention_bias", false);
  draft.make_blocks(config.integer("num_hidden_layers"));
  if (first) {
    shape.ropes = {draft.rope(shape.head_width, 1, 10000)};
    for (auto& block : shape.blocks) block.rope = 0;
  } else {
    describe_gemma_layers(draft, third);
  }
  for (Index n = 0; n < shape.depth(); ++n) describe_gemma_block(draft, n, !first, bias);
  draft.weight("token.weight", "embed_tokens.weight");
  draft.norm("final_norm", "norm", false, 1);
  draft.language_head("lm_head", config.flag("tie_word_embeddings", true));
  shape.head.cap = first ? 0 : config.number("final_logit_softcapping", third ? 0 : 30);
  draft.unused = {"rotary_emb.inv_freq", "score."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(gemma, describe_gemma, "gemma", "gemma2", "gemma3_text")

}  // namespace sextant::lab
