// ALBERT (Lan et al. 2020): groups of layers share their weights, and embeddings are narrower than the model.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_albert_layer(Draft& draft, Index number, Index group, Index inner) {
  const std::string layer = fmt::format("encoder.albert_layer_groups.{}.albert_layers.{}.", group, inner);
  draft.linear(part_of_block(number, "query"), layer + "attention.query", true);
  draft.linear(part_of_block(number, "key"), layer + "attention.key", true);
  draft.linear(part_of_block(number, "value"), layer + "attention.value", true);
  draft.linear(part_of_block(number, "output"), layer + "attention.dense", true);
  draft.norm(part_of_block(number, "norm1"), layer + "attention.LayerNorm");
  draft.linear(part_of_block(number, "in"), layer + "ffn", true);
  draft.linear(part_of_block(number, "out"), layer + "ffn_output", true);
  draft.norm(part_of_block(number, "norm2"), layer + "full_layer_layer_norm");
}

void describe_albert(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"albert.", ""}, "embeddings.word_embeddings.weight");
  shape.width = config.integer("hidden_size", 4096);
  shape.embedding_width = config.integer("embedding_size", 128);
  shape.vocabulary = config.integer("vocab_size", 30000);
  shape.inner = config.integer("intermediate_size", 16384);
  shape.heads = shape.key_heads = config.integer("num_attention_heads", 64);
  shape.curve = draft.curve("hidden_act", "gelu_new");
  shape.norm_epsilon = config.number("layer_norm_eps", 1e-12);
  shape.norm_place = foreign::NormPlace::after;
  shape.position_table = shape.embedding_norm = true;
  shape.token_type = config.integer("type_vocab_size", 2) > 0;
  shape.longest = config.integer("max_position_embeddings", 512);
  config.only("position_embedding_type", "absolute", "relative keys and queries");
  config.ignore({"tie_word_embeddings", "net_structure_type", "num_memory_blocks", "down_scale_factor", "gap_size"});
  const Index layers = config.integer("num_hidden_layers", 12), groups = config.integer("num_hidden_groups", 1);
  const Index inner = config.integer("inner_group_num", 1);
  require(groups > 0 && inner > 0 && groups <= layers, "{}: {} layers in {} groups of {}", config.who(), layers, groups,
          inner);
  draft.make_blocks(layers * inner);
  for (Index n = 0; n < shape.depth(); ++n)
    shape.blocks[static_cast<std::size_t>(n)].weights = n / inner * groups / layers * inner + n % inner;
  draft.weight("token.weight", "embeddings.word_embeddings.weight");
  draft.weight("position.weight", "embeddings.position_embeddings.weight");
  if (shape.token_type) draft.weight("type.weight", "embeddings.token_type_embeddings.weight");
  draft.norm("embedding_norm", "embeddings.LayerNorm");
  draft.linear("embedding_projection", "encoder.embedding_hidden_mapping_in", true);
  for (Index group = 0; group < groups; ++group)
    for (Index i = 0; i < inner; ++i) describe_albert_layer(draft, group * inner + i, group, i);
  draft.unused = {"pooler.",
                  "classifier.",
                  "qa_outputs.",
                  "sop_classifier.",
                  "embeddings.position_ids",
                  "predictions.decoder.bias"};
  if (!draft.file.has("predictions.dense.weight")) return;
  shape.head = {.place = foreign::HeadPlace::every_token,
                .dense = true,
                .norm = true,
                .curve = shape.curve,
                .norm_epsilon = shape.norm_epsilon,
                .outputs = shape.vocabulary};
  draft.linear("head.dense", "/predictions.dense", true);
  draft.weight("head.norm.weight", "/predictions.LayerNorm.weight");
  draft.weight("head.norm.bias", "/predictions.LayerNorm.bias");
  draft.rules["head.out.weight"] = draft.file.has("predictions.decoder.weight")
                                       ? WeightRule{"predictions.decoder.weight"}
                                       : draft.rules.at("token.weight");
  draft.weight("head.out.bias", "/predictions.bias");
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(albert, describe_albert, "albert")

}  // namespace sextant::lab
