// BERT (Devlin et al. 2019) and RoBERTa (Liu et al. 2019) as Hugging Face stores them: post-norm, a norm after the
// embeddings, erf GELU. The vector of token type 0 stands at every token: it is added to the token table.
#include "sextant/lab/foreign/dialect.h"

namespace sextant::lab {
namespace {

bool speaks_bert(const TensorFile& file, const std::string& prefix) {
  return file.has(prefix + "embeddings.word_embeddings.weight") &&
         file.has(prefix + "encoder.layer.0.attention.self.query.weight");
}

void describe_bert(const TensorFile& file, const std::string& prefix, ForeignModel& model) {
  const auto& table = file.find(prefix + "embeddings.position_embeddings.weight").shape;
  model.positions = table.at(0);
  model.features = file.find(prefix + "embeddings.word_embeddings.weight").shape.at(0);
  model.options.width = table.at(1);
  model.options.depth = count_blocks(file, prefix, "encoder.layer.{}.attention.self.query.weight");
  model.options.feed_forward = file.find(prefix + "encoder.layer.0.intermediate.dense.bias").shape.at(0);
  model.options.norm_place = "post";
  model.options.embedding_norm = true;
  model.options.activation = "gelu";
  model.options.norm_epsilon = 1e-12;
}

// Positions count from 2: rows 0 and 1 are of the padding and never used.
void describe_roberta(const TensorFile& file, const std::string& prefix, ForeignModel& model) {
  describe_bert(file, prefix, model);
  model.positions -= 2;
  model.options.norm_epsilon = 1e-5;
}

std::vector<Rule> make_rules(Form position) {
  return {
      {"token.weight", "embeddings.word_embeddings.weight+embeddings.token_type_embeddings.weight"},
      {"position.table", "embeddings.position_embeddings.weight", position},
      {"embedding_norm.gain", "embeddings.LayerNorm.weight|embeddings.LayerNorm.gamma"},
      {"embedding_norm.bias", "embeddings.LayerNorm.bias|embeddings.LayerNorm.beta"},
      {"blocks.{}.attention.query.weight", "encoder.layer.{}.attention.self.query.weight"},
      {"blocks.{}.attention.query.bias", "encoder.layer.{}.attention.self.query.bias"},
      {"blocks.{}.attention.key.weight", "encoder.layer.{}.attention.self.key.weight"},
      {"blocks.{}.attention.key.bias", "encoder.layer.{}.attention.self.key.bias"},
      {"blocks.{}.attention.value.weight", "encoder.layer.{}.attention.self.value.weight"},
      {"blocks.{}.attention.value.bias", "encoder.layer.{}.attention.self.value.bias"},
      {"blocks.{}.attention.output.weight", "encoder.layer.{}.attention.output.dense.weight"},
      {"blocks.{}.attention.output.bias", "encoder.layer.{}.attention.output.dense.bias"},
      {"blocks.{}.norm1.gain",
       "encoder.layer.{}.attention.output.LayerNorm.weight|encoder.layer.{}.attention.output.LayerNorm.gamma"},
      {"blocks.{}.norm1.bias",
       "encoder.layer.{}.attention.output.LayerNorm.bias|encoder.layer.{}.attention.output.LayerNorm.beta"},
      {"blocks.{}.feed_forward.in.weight", "encoder.layer.{}.intermediate.dense.weight"},
      {"blocks.{}.feed_forward.in.bias", "encoder.layer.{}.intermediate.dense.bias"},
      {"blocks.{}.feed_forward.out.weight", "encoder.layer.{}.output.dense.weight"},
      {"blocks.{}.feed_forward.out.bias", "encoder.layer.{}.output.dense.bias"},
      {"blocks.{}.norm2.gain", "encoder.layer.{}.output.LayerNorm.weight|encoder.layer.{}.output.LayerNorm.gamma"},
      {"blocks.{}.norm2.bias", "encoder.layer.{}.output.LayerNorm.bias|encoder.layer.{}.output.LayerNorm.beta"},
  };
}

}  // namespace

std::vector<Dialect> bert_dialects() {
  return {{"roberta", {"roberta.", ""}, speaks_bert, make_rules(Form::from_row_two), describe_roberta},
          {"bert", {"bert.", ""}, speaks_bert, make_rules(Form::same), describe_bert}};
}

}  // namespace sextant::lab
