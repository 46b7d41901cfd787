// ModernBERT (Warner et al. 2024, arXiv 2412.13663): rotary positions, windows on both sides in most blocks, a gated
// feed-forward network, no norm before the first attention.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_modernbert_block(Draft& draft, Index n, bool attention_bias, bool inner_bias, bool norm_bias) {
  const auto& shape = draft.shape;
  const std::string layer = fmt::format("layers.{}.", n);
  if (shape.blocks[static_cast<std::size_t>(n)].norm1)
    draft.norm(part_of_block(n, "norm1"), layer + "attn_norm", norm_bias);
  draft.norm(part_of_block(n, "norm2"), layer + "mlp_norm", norm_bias);
  const char* parts[] = {"query", "key", "value"};
  for (Index i = 0; i < 3; ++i)
    draft.linear(part_of_block(n, parts[i]), layer + "attn.Wqkv", attention_bias,
                 {.first = i * shape.width, .rows = shape.width});
  draft.linear(part_of_block(n, "output"), layer + "attn.Wo", attention_bias);
  draft.linear(part_of_block(n, "gate"), layer + "mlp.Wi", inner_bias, {.first = 0, .rows = shape.inner});
  draft.linear(part_of_block(n, "in"), layer + "mlp.Wi", inner_bias, {.first = shape.inner, .rows = shape.inner});
  draft.linear(part_of_block(n, "out"), layer + "mlp.Wo", inner_bias);
}

void describe_modernbert_layers(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const double global = config.number("global_rope_theta", 160000), local = config.number("local_rope_theta", 10000);
  const Index every = config.integer("global_attn_every_n_layers", 3), window = config.integer("local_attention", 128);
  require(every > 0, "{}: global_attn_every_n_layers must be above 0", config.who());
  const auto types = draft.layer_types(shape.depth(), "");
  shape.ropes = {draft.rope(shape.head_width, 1, global, "full_attention"),
                 draft.rope(shape.head_width, 1, local, "sliding_attention")};
  for (Index n = 0; n < shape.depth(); ++n) {
    auto& block = shape.blocks[static_cast<std::size_t>(n)];
    const std::string& own = types[static_cast<std::size_t>(n)];
    const bool sliding = own.empty() ? n % every != 0 : own == "sliding_attention";
    block.rope = sliding ? 1 : 0;
    if (sliding) block.window = window / 2 + 1;  // half of it on each side, and the token itself
    block.norm1 = n > 0;
  }
}

void describe_modernbert(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"model.", ""}, "embeddings.tok_embeddings.weight");
  shape.width = config.integer("hidden_size");
  shape.vocabulary = config.integer("vocab_size");
  shape.inner = config.integer("intermediate_size");
  shape.heads = shape.key_heads = config.integer("num_attention_heads");
  shape.curve = draft.curve("hidden_activation", "gelu");
  shape.norm_epsilon = config.number("norm_eps", 1e-5);
  shape.gated = shape.embedding_norm = shape.final_norm = true;
  const bool norm_bias = config.flag("norm_bias", false);
  const bool attention_bias = config.flag("attention_bias", false), inner_bias = config.flag("mlp_bias", false);
  config.ignore({"deterministic_flash_attn", "repad_logits_with_grad", "reference_compile", "tie_word_embeddings"});
  draft.make_blocks(config.integer("num_hidden_layers"));
  describe_modernbert_layers(draft);
  draft.weight("token.weight", "embeddings.tok_embeddings.weight");
  draft.norm("embedding_norm", "embeddings.norm", norm_bias);
  draft.norm("final_norm", "final_norm", norm_bias);
  for (Index n = 0; n < shape.depth(); ++n) describe_modernbert_block(draft, n, attention_bias, inner_bias, norm_bias);
  draft.unused = {"classifier."};
  const bool output_bias = config.flag("decoder_bias", true);
  const foreign::Curve head_curve = draft.curve("classifier_activation", "gelu");
  const bool head_bias = config.flag("classifier_bias", false);
  if (!draft.file.has("head.dense.weight") || !draft.file.has("decoder.bias")) {
    draft.unused.push_back("head.");
    return;
  }
  shape.head = {.place = foreign::HeadPlace::every_token,
                .dense = true,
                .norm = true,
                .curve = head_curve,
                .norm_epsilon = shape.norm_epsilon,
                .outputs = shape.vocabulary};
  draft.linear("head.dense", "/head.dense", head_bias);
  draft.weight("head.norm.weight", "/head.norm.weight");
  if (norm_bias) draft.weight("head.norm.bias", "/head.norm.bias");
  draft.rules["head.out.weight"] =
      draft.file.has("decoder.weight") ? WeightRule{"decoder.weight"} : draft.rules.at("token.weight");
  if (output_bias) draft.weight("head.out.bias", "/decoder.bias");
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(modernbert, describe_modernbert, "modernbert")

}  // namespace sextant::lab
