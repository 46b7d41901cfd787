// DistilBERT (Sanh et al. 2019): BERT without token types, with names of its own.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_distilbert(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"distilbert.", ""}, "embeddings.word_embeddings.weight");
  shape.width = config.integer("dim", 768);
  shape.vocabulary = config.integer("vocab_size", 30522);
  shape.inner = config.integer("hidden_dim", 3072);
  shape.heads = shape.key_heads = config.integer("n_heads", 12);
  shape.curve = draft.curve("activation", "gelu");
  shape.norm_epsilon = 1e-12;
  shape.norm_place = foreign::NormPlace::after;
  shape.position_table = shape.embedding_norm = true;
  shape.longest = config.integer("max_position_embeddings", 512);
  config.ignore({"sinusoidal_pos_embds", "tie_weights_", "tie_word_embeddings"});  // the table is stored either way
  draft.make_blocks(config.integer("n_layers", 6));
  draft.weight("token.weight", "embeddings.word_embeddings.weight");
  draft.weight("position.weight", "embeddings.position_embeddings.weight");
  draft.norm("embedding_norm", "embeddings.LayerNorm");
  for (Index n = 0; n < shape.depth(); ++n) {
    const std::string layer = fmt::format("transformer.layer.{}.", n);
    draft.linear(part_of_block(n, "query"), layer + "attention.q_lin", true);
    draft.linear(part_of_block(n, "key"), layer + "attention.k_lin", true);
    draft.linear(part_of_block(n, "value"), layer + "attention.v_lin", true);
    draft.linear(part_of_block(n, "output"), layer + "attention.out_lin", true);
    draft.norm(part_of_block(n, "norm1"), layer + "sa_layer_norm");
    draft.linear(part_of_block(n, "in"), layer + "ffn.lin1", true);
    draft.linear(part_of_block(n, "out"), layer + "ffn.lin2", true);
    draft.norm(part_of_block(n, "norm2"), layer + "output_layer_norm");
  }
  draft.unused = {"pre_classifier.", "classifier.", "qa_outputs.", "embeddings.position_ids"};
  if (!draft.file.has("vocab_transform.weight")) return;
  shape.head = {.place = foreign::HeadPlace::every_token,
                .dense = true,
                .norm = true,
                .curve = shape.curve,
                .norm_epsilon = 1e-12,
                .outputs = shape.vocabulary};
  draft.linear("head.dense", "/vocab_transform", true);
  draft.weight("head.norm.weight", "/vocab_layer_norm.weight");
  draft.weight("head.norm.bias", "/vocab_layer_norm.bias");
  if (draft.file.has("vocab_projector.weight"))
    draft.weight("head.out.weight", "/vocab_projector.weight");
  else
    draft.rules["head.out.weight"] = draft.rules.at("token.weight");
  draft.weight("head.out.bias", "/vocab_projector.bias");
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(distilbert, describe_distilbert, "distilbert")

}  // namespace sextant::lab
