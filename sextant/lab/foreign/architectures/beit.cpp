// BEiT (Bao et al. 2022): a ViT whose keys have no bias, with a factor per channel on each branch, relative positions
// in the grid, and often no table of absolute ones.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_beit_block(Draft& draft, Index n) {
  const std::string layer = fmt::format("encoder.layer.{}.", n);
  draft.norm(part_of_block(n, "norm1"), layer + "layernorm_before");
  draft.linear(part_of_block(n, "query"), layer + "attention.attention.query", true);
  draft.linear(part_of_block(n, "key"), layer + "attention.attention.key", false);
  draft.linear(part_of_block(n, "value"), layer + "attention.attention.value", true);
  draft.linear(part_of_block(n, "output"), layer + "attention.output.dense", true);
  draft.norm(part_of_block(n, "norm2"), layer + "layernorm_after");
  draft.linear(part_of_block(n, "in"), layer + "intermediate.dense", true);
  draft.linear(part_of_block(n, "out"), layer + "output.dense", true);
  if (draft.shape.branch_scales) {
    draft.weight(part_of_block(n, "scale1.weight"), layer + "lambda_1");
    draft.weight(part_of_block(n, "scale2.weight"), layer + "lambda_2");
  }
  if (draft.shape.score_bias_per_block)
    draft.weight(part_of_block(n, "score_bias.weight"),
                 layer + "attention.attention.relative_position_bias.relative_position_bias_table");
}

void describe_beit_positions(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  shape.position_table = config.flag("use_absolute_position_embeddings", false);
  const bool shared = config.flag("use_shared_relative_position_bias", false);
  const bool own = config.flag("use_relative_position_bias", false);
  require(!shared || !own, "{}: relative positions both shared and per layer are not supported", config.who());
  if (shape.position_table) draft.weight("position.weight", "embeddings.position_embeddings");
  if (shared || own) shape.score_bias = foreign::ScoreBias::beit_grid;
  shape.score_bias_per_block = own;
  if (shared) draft.weight("score_bias.weight", "encoder.relative_position_bias.relative_position_bias_table");
}

void describe_beit(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"beit.", ""}, "embeddings.cls_token");
  shape.width = config.integer("hidden_size", 768);
  shape.inner = config.integer("intermediate_size", 3072);
  shape.heads = shape.key_heads = config.integer("num_attention_heads", 12);
  shape.curve = draft.curve("hidden_act", "gelu");
  shape.norm_epsilon = config.number("layer_norm_eps", 1e-12);
  shape.channels = config.integer("num_channels", 3);
  shape.patch = config.integer("patch_size", 16);
  require(shape.patch > 0 && shape.channels > 0, "{}: patch_size and num_channels must be above 0", config.who());
  shape.grid_rows = shape.grid_columns = config.integer("image_size", 224) / shape.patch;
  shape.front = 1;
  shape.longest = shape.grid_rows * shape.grid_columns + 1;
  shape.branch_scales = config.number("layer_scale_init_value", 0.1) > 0;
  const bool mean = config.flag("use_mean_pooling", true);
  shape.final_norm = !mean;  // else it stands behind the mean
  config.ignore({"vocab_size", "use_mask_token", "drop_path_rate", "pool_scales", "use_auxiliary_head",
                 "auxiliary_loss_weight", "auxiliary_channels", "auxiliary_num_convs", "auxiliary_concat_input",
                 "semantic_loss_ignore_index", "add_fpn", "reshape_hidden_states", "stage_names", "out_features",
                 "out_indices", "num_labels", "encoder_stride"});
  draft.make_blocks(config.integer("num_hidden_layers", 12));
  describe_beit_positions(draft);
  draft.weight("front.0.weight", "embeddings.cls_token");
  draft.linear("patch", "embeddings.patch_embeddings.projection", true);
  for (Index n = 0; n < shape.depth(); ++n) describe_beit_block(draft, n);
  if (!mean) draft.norm("final_norm", "layernorm");
  draft.unused = {"embeddings.mask_token",
                  "relative_position_index",
                  "pooler.",
                  "decode_head.",
                  "auxiliary_head.",
                  "fpn",
                  "lm_head.",
                  "layernorm."};
  if (!draft.file.has("classifier.weight") || draft.file.find("classifier.weight").shape.size() != 2) return;
  shape.head = {.place = mean ? foreign::HeadPlace::mean_of_patches : foreign::HeadPlace::first_token,
                .norm = mean,
                .norm_epsilon = shape.norm_epsilon,
                .outputs = draft.file.find("classifier.weight").shape[0]};
  if (mean) draft.norm("head.norm", "pooler.layernorm");
  draft.linear("head.out", "/classifier", true);
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(beit, describe_beit, "beit")

}  // namespace sextant::lab
