// ViT (Dosovitskiy et al. 2021) and DeiT (Touvron et al. 2021; a second token in front, and a second head).
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_vit_block(Draft& draft, Index n, bool bias) {
  const std::string layer = fmt::format("encoder.layer.{}.", n);
  draft.norm(part_of_block(n, "norm1"), layer + "layernorm_before");
  draft.linear(part_of_block(n, "query"), layer + "attention.attention.query", bias);
  draft.linear(part_of_block(n, "key"), layer + "attention.attention.key", bias);
  draft.linear(part_of_block(n, "value"), layer + "attention.attention.value", bias);
  draft.linear(part_of_block(n, "output"), layer + "attention.output.dense", true);
  draft.norm(part_of_block(n, "norm2"), layer + "layernorm_after");
  draft.linear(part_of_block(n, "in"), layer + "intermediate.dense", true);
  draft.linear(part_of_block(n, "out"), layer + "output.dense", true);
}

void describe_image_head(Draft& draft, bool distilled) {
  auto& head = draft.shape.head;
  const bool both = distilled && draft.file.has("distillation_classifier.weight");
  const std::string name = both ? "cls_classifier" : "classifier";
  draft.unused = {"pooler.", "embeddings.mask_token", "decoder."};  // the decoder of masked image modelling
  if (!draft.file.has(name + ".weight")) return;
  head.place = foreign::HeadPlace::first_token;
  head.outputs = draft.file.find(name + ".weight").shape.at(0);
  draft.linear("head.out", "/" + name, true);
  head.two = both;
  if (both) draft.linear("head.second", "/distillation_classifier", true);
}

void describe_vit_model(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const bool distilled = config.text("model_type", "") == "deit";
  draft.choose_prefix({distilled ? "deit." : "vit.", ""}, "embeddings.cls_token");
  shape.width = config.integer("hidden_size", 768);
  shape.inner = config.integer("intermediate_size", 3072);
  shape.heads = shape.key_heads = config.integer("num_attention_heads", 12);
  shape.curve = draft.curve("hidden_act", "gelu");
  shape.norm_epsilon = config.number("layer_norm_eps", 1e-12);
  shape.channels = config.integer("num_channels", 3);
  shape.patch = config.integer("patch_size", 16);
  require(shape.patch > 0 && shape.channels > 0, "{}: patch_size and num_channels must be above 0", config.who());
  shape.grid_rows = shape.grid_columns = config.integer("image_size", 224) / shape.patch;
  shape.front = distilled ? 2 : 1;
  shape.longest = shape.grid_rows * shape.grid_columns + shape.front;
  shape.position_table = shape.final_norm = true;
  config.ignore({"encoder_stride"});
  const bool bias = config.flag("qkv_bias", true);
  draft.make_blocks(config.integer("num_hidden_layers", 12));
  draft.weight("front.0.weight", "embeddings.cls_token");
  if (distilled) draft.weight("front.1.weight", "embeddings.distillation_token");
  draft.linear("patch", "embeddings.patch_embeddings.projection", true);
  draft.weight("position.weight", "embeddings.position_embeddings");
  draft.norm("final_norm", "layernorm");
  for (Index n = 0; n < shape.depth(); ++n) describe_vit_block(draft, n, bias);
  describe_image_head(draft, distilled);
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(vit, describe_vit_model, "vit", "deit")

}  // namespace sextant::lab
