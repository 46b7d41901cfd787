// OPT (Zhang et al. 2022): positions count from row 2; the 350 M model has narrow embeddings and norms behind.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_opt(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"model.decoder.", "decoder.", ""}, "embed_tokens.weight");
  shape.width = config.integer("hidden_size", 768);
  shape.vocabulary = config.integer("vocab_size", 50272);
  shape.inner = config.integer("ffn_dim", 3072);
  shape.heads = shape.key_heads = config.integer("num_attention_heads", 12);
  shape.curve = draft.curve("activation_function", "relu");
  shape.norm_epsilon = 1e-5;
  shape.causal = shape.position_table = shape.project_before_position = true;
  shape.position_offset = 2;
  shape.longest = config.integer("max_position_embeddings", 2048);
  const bool before = config.flag("do_layer_norm_before", true), bias = config.flag("enable_bias", true);
  shape.norm_place = before ? foreign::NormPlace::before : foreign::NormPlace::after;
  shape.final_norm = before && !config.flag("_remove_final_layer_norm", false);
  config.only("layer_norm_elementwise_affine", true, "norms without gains");
  if (const Index narrow = config.integer("word_embed_proj_dim", shape.width); narrow != shape.width) {
    shape.embedding_width = narrow;
    shape.final_projection = true;
    draft.linear("embedding_projection", "project_in", false);
    draft.linear("final_projection", "project_out", false);
  }
  draft.make_blocks(config.integer("num_hidden_layers", 12));
  draft.weight("token.weight", "embed_tokens.weight");
  draft.weight("position.weight", "embed_positions.weight");
  if (shape.final_norm) draft.norm("final_norm", "final_layer_norm");
  for (Index n = 0; n < shape.depth(); ++n) {
    const std::string layer = fmt::format("layers.{}.", n);
    draft.norm(part_of_block(n, "norm1"), layer + "self_attn_layer_norm");
    draft.norm(part_of_block(n, "norm2"), layer + "final_layer_norm");
    draft.linear(part_of_block(n, "query"), layer + "self_attn.q_proj", bias);
    draft.linear(part_of_block(n, "key"), layer + "self_attn.k_proj", bias);
    draft.linear(part_of_block(n, "value"), layer + "self_attn.v_proj", bias);
    draft.linear(part_of_block(n, "output"), layer + "self_attn.out_proj", bias);
    draft.linear(part_of_block(n, "in"), layer + "fc1", bias);
    draft.linear(part_of_block(n, "out"), layer + "fc2", bias);
  }
  draft.language_head("lm_head", config.flag("tie_word_embeddings", true));
  draft.unused = {"score.", "qa_outputs."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(opt, describe_opt, "opt")

}  // namespace sextant::lab
