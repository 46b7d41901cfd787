// GPT-2 (Radford et al. 2019): weights are (inputs, outputs), queries, keys and values in one.
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_gpt2_block(Draft& draft, Index n) {
  const Index width = draft.shape.width;
  const std::string layer = fmt::format("h.{}.", n);
  draft.norm(part_of_block(n, "norm1"), layer + "ln_1");
  const char* parts[] = {"query", "key", "value"};
  for (Index i = 0; i < 3; ++i)
    draft.linear(part_of_block(n, parts[i]), layer + "attn.c_attn", true,
                 {.transposed = true, .first = i * width, .rows = width});
  draft.linear(part_of_block(n, "output"), layer + "attn.c_proj", true, {.transposed = true});
  draft.norm(part_of_block(n, "norm2"), layer + "ln_2");
  draft.linear(part_of_block(n, "in"), layer + "mlp.c_fc", true, {.transposed = true});
  draft.linear(part_of_block(n, "out"), layer + "mlp.c_proj", true, {.transposed = true});
}

void describe_gpt2_model(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"transformer.", ""}, "wte.weight");
  shape.width = config.integer("n_embd", 768);
  shape.vocabulary = config.integer("vocab_size", 50257);
  shape.inner = config.integer("n_inner", 4 * shape.width);
  shape.heads = shape.key_heads = config.integer("n_head", 12);
  shape.curve = draft.curve("activation_function", "gelu_new");
  shape.norm_epsilon = config.number("layer_norm_epsilon", 1e-5);
  shape.causal = shape.final_norm = shape.position_table = true;
  shape.longest = config.integer("n_positions", 1024);
  config.ignore({"n_ctx", "reorder_and_upcast_attn"});  // the latter is the same but for rounding
  config.only("add_cross_attention", false, "cross-attention has no second input here");
  draft.make_blocks(config.integer("n_layer", 12));
  const bool scaled = config.flag("scale_attn_weights", true);
  const bool by_layer = config.flag("scale_attn_by_inverse_layer_idx", false);
  for (Index n = 0; n < shape.depth(); ++n) {
    auto& block = shape.blocks[static_cast<std::size_t>(n)];
    if (!scaled) block.scale = 1;
    if (by_layer) block.scale /= static_cast<double>(n + 1);
    describe_gpt2_block(draft, n);
  }
  draft.weight("token.weight", "wte.weight");
  draft.weight("position.weight", "wpe.weight");
  draft.norm("final_norm", "ln_f");
  draft.language_head("lm_head", config.flag("tie_word_embeddings", true));
  draft.unused = {".attn.bias", ".attn.masked_bias", "score.", "multiple_choice_head."};  // masks, not biases
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(gpt2, describe_gpt2_model, "gpt2")

}  // namespace sextant::lab
