// Llama 2 and 3 (Touvron et al. 2023; arXiv 2407.21783), Mistral (2310.06825: sliding windows), Qwen 2 (2407.10671:
// biases of queries, keys and values) and Qwen 3 (2505.09388: norms of queries and keys). RMS norms, rotary positions,
// grouped queries, a gated feed-forward network.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_llama_block(Draft& draft, Index n, bool input_bias, bool output_bias, bool inner_bias) {
  const std::string layer = fmt::format("layers.{}.", n);
  draft.norm(part_of_block(n, "norm1"), layer + "input_layernorm", false);
  draft.norm(part_of_block(n, "norm2"), layer + "post_attention_layernorm", false);
  draft.linear(part_of_block(n, "query"), layer + "self_attn.q_proj", input_bias);
  draft.linear(part_of_block(n, "key"), layer + "self_attn.k_proj", input_bias);
  draft.linear(part_of_block(n, "value"), layer + "self_attn.v_proj", input_bias);
  draft.linear(part_of_block(n, "output"), layer + "self_attn.o_proj", output_bias);
  if (draft.shape.query_key_norm) {
    draft.norm(part_of_block(n, "query_norm"), layer + "self_attn.q_norm", false);
    draft.norm(part_of_block(n, "key_norm"), layer + "self_attn.k_norm", false);
  }
  draft.linear(part_of_block(n, "gate"), layer + "mlp.gate_proj", inner_bias);
  draft.linear(part_of_block(n, "in"), layer + "mlp.up_proj", inner_bias);
  draft.linear(part_of_block(n, "out"), layer + "mlp.down_proj", inner_bias);
}

/// Which blocks see a window alone.
void set_windows(Draft& draft, const std::string& type) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  if (type == "llama") return;
  const Index window = config.integer("sliding_window", 0);
  const bool qwen = type != "mistral";
  const bool used = qwen ? config.flag("use_sliding_window", false) : window > 0;
  const Index first = qwen ? config.integer("max_window_layers", 28) : 0;  // blocks below see everything
  const auto types = draft.layer_types(shape.depth(), "");
  for (Index n = 0; n < shape.depth(); ++n) {
    const std::string& own = types[static_cast<std::size_t>(n)];
    const bool sliding = own.empty() ? used && n >= first : own == "sliding_attention";
    require(!sliding || window > 0, "{}: layer {} has sliding attention, but there is no sliding_window", config.who(),
            n);
    if (sliding) shape.blocks[static_cast<std::size_t>(n)].window = window;
  }
}

void describe_llama(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const std::string type = config.text("model_type", "");
  draft.choose_prefix({"model.", ""}, "embed_tokens.weight");
  shape.width = config.integer("hidden_size");
  shape.vocabulary = config.integer("vocab_size");
  shape.inner = config.integer("intermediate_size");
  shape.heads = config.integer("num_attention_heads");
  shape.key_heads = config.integer("num_key_value_heads", type == "mistral" ? 8 : shape.heads);
  shape.head_width = config.integer("head_dim", type == "qwen3" ? 128 : 0);
  shape.curve = draft.curve("hidden_act", "silu");
  shape.gated = shape.causal = shape.final_norm = true;
  shape.norm = foreign::Norm::rms;
  shape.norm_epsilon = config.number("rms_norm_eps", 1e-6);
  shape.query_key_norm = type == "qwen3";
  const bool bias = config.flag("attention_bias", false);
  draft.make_blocks(config.integer("num_hidden_layers"));
  shape.ropes = {draft.rope(shape.head_width, 1, 10000)};
  for (auto& block : shape.blocks) block.rope = 0;
  set_windows(draft, type);
  const bool inner_bias = config.flag("mlp_bias", false);
  for (Index n = 0; n < shape.depth(); ++n)
    describe_llama_block(draft, n, type == "qwen2" ? true : bias, bias, inner_bias);
  draft.weight("token.weight", "embed_tokens.weight");
  draft.norm("final_norm", "norm", false);
  draft.language_head("lm_head", config.flag("tie_word_embeddings", false));
  draft.unused = {"rotary_emb.inv_freq", "score."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(llama, describe_llama, "llama", "mistral", "qwen2", "qwen3")

}  // namespace sextant::lab
