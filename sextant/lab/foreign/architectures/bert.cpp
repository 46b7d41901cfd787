// BERT (Devlin et al. 2019), RoBERTa (Liu et al. 2019; positions count from the row behind the padding's), and ELECTRA
// (Clark et al. 2020; embeddings may be narrower). A norm behind each branch and behind the embeddings.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_bert_block(Draft& draft, Index n) {
  const std::string layer = fmt::format("encoder.layer.{}.", n);
  draft.linear(part_of_block(n, "query"), layer + "attention.self.query", true);
  draft.linear(part_of_block(n, "key"), layer + "attention.self.key", true);
  draft.linear(part_of_block(n, "value"), layer + "attention.self.value", true);
  draft.linear(part_of_block(n, "output"), layer + "attention.output.dense", true);
  draft.norm(part_of_block(n, "norm1"), layer + "attention.output.LayerNorm");
  draft.linear(part_of_block(n, "in"), layer + "intermediate.dense", true);
  draft.linear(part_of_block(n, "out"), layer + "output.dense", true);
  draft.norm(part_of_block(n, "norm2"), layer + "output.LayerNorm");
}

/// The head of masked language modelling: names of its transform, its norm and its output; "" where it was not saved.
struct MaskedHead {
  const char* dense;
  const char* norm;
  const char* out;
  const char* bias;
};

void describe_masked_head(Draft& draft, const MaskedHead& names) {
  if (!draft.file.has(std::string(names.dense) + ".weight")) return;
  auto& head = draft.shape.head;
  head = {.place = foreign::HeadPlace::every_token, .dense = true, .norm = true, .curve = draft.shape.curve};
  head.outputs = draft.shape.vocabulary;
  head.norm_epsilon = draft.shape.norm_epsilon;
  const std::string prefix = std::exchange(draft.prefix, "");
  draft.linear("head.dense", names.dense, true);
  draft.norm("head.norm", names.norm);
  draft.prefix = prefix;
  const std::string out = std::string(names.out) + ".weight";
  if (draft.file.has(out)) {
    draft.weight("head.out.weight", "/" + out);
    if (draft.config.flag("tie_word_embeddings", true)) draft.tied_head = out;
  } else {
    draft.rules["head.out.weight"] = draft.rules.at("token.weight");
  }
  draft.weight("head.out.bias", std::string("/") + names.bias);
  draft.unused.push_back(std::string(names.out) + ".bias");  // the same numbers again in older files
}

void describe_bert(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  const std::string type = config.text("model_type", "");
  const bool electra = type == "electra", from_padding = type != "bert" && !electra;
  draft.choose_prefix({electra        ? "electra."
                       : from_padding ? "roberta."
                                      : "bert.",
                       ""},
                      "embeddings.word_embeddings.weight");
  shape.width = config.integer("hidden_size");
  if (electra && config.integer("embedding_size", 128) != shape.width) {
    shape.embedding_width = config.integer("embedding_size", 128);
    draft.linear("embedding_projection", "embeddings_project", true);
  }
  shape.vocabulary = config.integer("vocab_size");
  shape.inner = config.integer("intermediate_size");
  shape.heads = shape.key_heads = config.integer("num_attention_heads");
  shape.curve = draft.curve("hidden_act", "gelu");
  shape.norm_epsilon = config.number("layer_norm_eps", 1e-12);
  shape.norm_place = foreign::NormPlace::after;
  shape.causal = config.flag("is_decoder", false);
  config.only("add_cross_attention", false, "cross-attention has no second input here");
  config.only("position_embedding_type", "absolute", "relative keys and queries");
  shape.token_type = config.integer("type_vocab_size", 2) > 0;
  shape.position_table = shape.embedding_norm = true;
  shape.position_offset = from_padding ? config.integer("pad_token_id", 1) + 1 : 0;
  shape.longest = config.integer("max_position_embeddings", 512) - shape.position_offset;
  draft.make_blocks(config.integer("num_hidden_layers"));
  draft.weight("token.weight", "embeddings.word_embeddings.weight");
  draft.weight("position.weight", "embeddings.position_embeddings.weight");
  if (shape.token_type) draft.weight("type.weight", "embeddings.token_type_embeddings.weight");
  draft.norm("embedding_norm", "embeddings.LayerNorm");
  for (Index n = 0; n < shape.depth(); ++n) describe_bert_block(draft, n);
  if (type == "bert")
    describe_masked_head(draft, {"cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm",
                                 "cls.predictions.decoder", "cls.predictions.bias"});
  else if (electra) {
    describe_masked_head(draft, {"generator_predictions.dense", "generator_predictions.LayerNorm", "generator_lm_head",
                                 "generator_lm_head.bias"});
    draft.shape.head.curve = foreign::Curve::gelu;  // whatever hidden_act says
  } else
    describe_masked_head(draft, {"lm_head.dense", "lm_head.layer_norm", "lm_head.decoder", "lm_head.bias"});
  if (from_padding) draft.shape.head.curve = foreign::Curve::gelu;
  draft.unused.insert(draft.unused.end(),
                      {"pooler.", "classifier.", "cls.seq_relationship.", "qa_outputs.", "embeddings.position_ids",
                       "embeddings.token_type_ids", "discriminator_predictions."});
  config.ignore({"tie_word_embeddings"});
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(bert, describe_bert, "bert", "roberta", "xlm-roberta", "camembert", "electra")

}  // namespace sextant::lab
