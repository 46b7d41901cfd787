// DeBERTa-v2 and v3 (He et al. 2021, arXiv 2006.03654): BERT with scores from content to position and back.
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

/// ["c2p", "p2c"], or "c2p|p2c".
bool names_attention(Draft& draft, const char* kind) {
  const auto& types = draft.config.field("pos_att_type");
  if (types.is_string()) return types.get<std::string>().find(kind) != std::string::npos;
  for (const auto& one : types)
    if (one == kind) return true;
  return false;
}

void describe_relative(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const auto signed_number = [&](const char* key) { return static_cast<Index>(config.number(key, -1)); };
  const Index buckets = signed_number("position_buckets"), most = signed_number("max_relative_positions");
  const bool relative = config.flag("relative_attention", false);
  shape.content_to_position = names_attention(draft, "c2p");
  shape.position_to_content = names_attention(draft, "p2c");
  const int kinds = 1 + (shape.content_to_position ? 1 : 0) + (shape.position_to_content ? 1 : 0);
  for (auto& block : shape.blocks) block.scale = 1 / std::sqrt(static_cast<double>(shape.head_width * kinds));
  shape.shared_projections = config.flag("share_att_key", false);
  const std::string norm = config.text("norm_rel_ebd", "none");
  if (!relative) return;
  shape.score_bias = foreign::ScoreBias::disentangled;
  shape.bucket_reach = most < 1 ? config.integer("max_position_embeddings", 512) : most;
  shape.buckets = buckets > 0 ? buckets : 0;
  shape.span = buckets > 0 ? buckets : shape.bucket_reach;
  shape.relative_norm = norm.find("layer_norm") != std::string::npos;
  draft.weight("relative.weight", "encoder.rel_embeddings.weight");
  if (shape.relative_norm) draft.norm("relative_norm", "encoder.LayerNorm");
}

void describe_deberta_block(Draft& draft, Index n) {
  const auto& shape = draft.shape;
  const std::string layer = fmt::format("encoder.layer.{}.", n), own = layer + "attention.self.";
  draft.linear(part_of_block(n, "query"), own + "query_proj", true);
  draft.linear(part_of_block(n, "key"), own + "key_proj", true);
  draft.linear(part_of_block(n, "value"), own + "value_proj", true);
  if (shape.score_bias == foreign::ScoreBias::disentangled && !shape.shared_projections) {
    if (shape.content_to_position) draft.linear(part_of_block(n, "position_key"), own + "pos_key_proj", true);
    if (shape.position_to_content) draft.linear(part_of_block(n, "position_query"), own + "pos_query_proj", true);
  }
  draft.linear(part_of_block(n, "output"), layer + "attention.output.dense", true);
  draft.norm(part_of_block(n, "norm1"), layer + "attention.output.LayerNorm");
  draft.linear(part_of_block(n, "in"), layer + "intermediate.dense", true);
  draft.linear(part_of_block(n, "out"), layer + "output.dense", true);
  draft.norm(part_of_block(n, "norm2"), layer + "output.LayerNorm");
}

void describe_deberta(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"deberta.", ""}, "embeddings.word_embeddings.weight");
  shape.width = config.integer("hidden_size");
  config.only("embedding_size", shape.width, "narrow embeddings");
  config.only("conv_kernel_size", 0, "a convolution behind the first block");
  config.only("attention_head_size", shape.width / std::max<Index>(1, config.integer("num_attention_heads")),
              "heads of another width");
  shape.vocabulary = config.integer("vocab_size");
  shape.inner = config.integer("intermediate_size");
  shape.heads = shape.key_heads = config.integer("num_attention_heads");
  shape.curve = draft.curve("hidden_act", "gelu");
  shape.norm_epsilon = config.number("layer_norm_eps", 1e-7);
  shape.norm_place = foreign::NormPlace::after;
  shape.embedding_norm = true;
  shape.position_table = config.flag("position_biased_input", true);
  shape.token_type = config.integer("type_vocab_size", 0) > 0;
  shape.longest = config.integer("max_position_embeddings", 512);
  config.ignore({"legacy", "tie_word_embeddings", "conv_act", "conv_groups"});
  draft.make_blocks(config.integer("num_hidden_layers"));
  describe_relative(draft);
  draft.weight("token.weight", "embeddings.word_embeddings.weight");
  if (shape.position_table) draft.weight("position.weight", "embeddings.position_embeddings.weight");
  if (shape.token_type) draft.weight("type.weight", "embeddings.token_type_embeddings.weight");
  draft.norm("embedding_norm", "embeddings.LayerNorm");
  for (Index n = 0; n < shape.depth(); ++n) describe_deberta_block(draft, n);
  // The head of masked language modelling was stored in several ways, not all of which are in use: the stream is run.
  draft.unused = {"pooler.",         "classifier.",      "qa_outputs.",      "embeddings.position_ids",
                  "lm_predictions.", "cls.predictions.", "mask_predictions."};
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(deberta_v2, describe_deberta, "deberta-v2")

}  // namespace sextant::lab
