// The two towers of CLIP (Radford et al. 2021), each saved on its own: text is causal, images have a norm behind the
// embeddings.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_clip_block(Draft& draft, Index n) {
  const std::string layer = fmt::format("encoder.layers.{}.", n);
  draft.norm(part_of_block(n, "norm1"), layer + "layer_norm1");
  draft.norm(part_of_block(n, "norm2"), layer + "layer_norm2");
  draft.linear(part_of_block(n, "query"), layer + "self_attn.q_proj", true);
  draft.linear(part_of_block(n, "key"), layer + "self_attn.k_proj", true);
  draft.linear(part_of_block(n, "value"), layer + "self_attn.v_proj", true);
  draft.linear(part_of_block(n, "output"), layer + "self_attn.out_proj", true);
  draft.linear(part_of_block(n, "in"), layer + "mlp.fc1", true);
  draft.linear(part_of_block(n, "out"), layer + "mlp.fc2", true);
}

void describe_clip_text(Draft& draft) {
  auto& shape = draft.shape;
  draft.choose_prefix({"text_model.", ""}, "embeddings.token_embedding.weight");
  shape.vocabulary = draft.config.integer("vocab_size", 49408);
  shape.longest = draft.config.integer("max_position_embeddings", 77);
  shape.causal = shape.final_norm = true;
  draft.weight("token.weight", "embeddings.token_embedding.weight");
  draft.norm("final_norm", "final_layer_norm");
  draft.unused = {"embeddings.position_ids", "text_projection."};
}

/// Behind the blocks only the first token is normed, for the pooled output: the stream has no final norm.
void describe_clip_vision(Draft& draft) {
  auto& shape = draft.shape;
  draft.choose_prefix({"vision_model.", ""}, "embeddings.class_embedding");
  shape.channels = draft.config.integer("num_channels", 3);
  shape.patch = draft.config.integer("patch_size", 32);
  require(shape.patch > 0 && shape.channels > 0, "{}: patch_size and num_channels must be above 0", draft.config.who());
  shape.grid_rows = shape.grid_columns = draft.config.integer("image_size", 224) / shape.patch;
  shape.front = 1;
  shape.longest = shape.grid_rows * shape.grid_columns + 1;
  shape.embedding_norm = true;
  draft.weight("front.0.weight", "embeddings.class_embedding");
  draft.linear("patch", "embeddings.patch_embedding", false);
  draft.norm("embedding_norm", "pre_layrnorm");
  draft.unused = {"embeddings.position_ids", "post_layernorm.", "visual_projection.", "classifier."};
}

void describe_clip(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const bool text = config.text("model_type", "") == "clip_text_model";
  text ? describe_clip_text(draft) : describe_clip_vision(draft);
  shape.width = config.integer("hidden_size", text ? 512 : 768);
  shape.inner = config.integer("intermediate_size", text ? 2048 : 3072);
  shape.heads = shape.key_heads = config.integer("num_attention_heads", text ? 8 : 12);
  shape.curve = draft.curve("hidden_act", "quick_gelu");
  shape.norm_epsilon = config.number("layer_norm_eps", 1e-5);
  shape.position_table = true;
  config.ignore({"projection_dim", "tie_word_embeddings"});
  draft.make_blocks(config.integer("num_hidden_layers", 12));
  draft.weight("position.weight", "embeddings.position_embedding.weight");
  for (Index n = 0; n < shape.depth(); ++n) describe_clip_block(draft, n);
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(clip, describe_clip, "clip_text_model", "clip_vision_model")

}  // namespace sextant::lab
