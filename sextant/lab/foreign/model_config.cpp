#include "sextant/lab/foreign/model_config.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"

namespace sextant::lab {
namespace {

using nlohmann::json;

std::string shown(const json& value) {
  const std::string text = value.dump();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

}  // namespace

/// Fields of every model that a forward pass does not look at: labels, special tokens, dropout, initialisation, how it
/// was saved, how text is generated.
bool never_matters(const std::string& key) {
  static const std::set<std::string> known = {"_name_or_path",
                                              "architectures",
                                              "transformers_version",
                                              "torch_dtype",
                                              "dtype",
                                              "model_type",
                                              "use_cache",
                                              "output_hidden_states",
                                              "output_attentions",
                                              "return_dict",
                                              "id2label",
                                              "label2id",
                                              "num_labels",
                                              "_num_labels",
                                              "problem_type",
                                              "task_specific_params",
                                              "finetuning_task",
                                              "initializer_range",
                                              "initializer_factor",
                                              "gradient_checkpointing",
                                              "chunk_size_feed_forward",
                                              "torchscript",
                                              "tokenizer_class",
                                              "prefix",
                                              "auto_map",
                                              "_attn_implementation",
                                              "_attn_implementation_autoset",
                                              "attn_implementation",
                                              "layerdrop",
                                              "bad_words_ids",
                                              "do_sample",
                                              "early_stopping",
                                              "temperature",
                                              "typical_p",
                                              "repetition_penalty",
                                              "length_penalty",
                                              "diversity_penalty",
                                              "return_dict_in_generate",
                                              "remove_invalid_values",
                                              "suppress_tokens",
                                              "use_bfloat16",
                                              "tf_legacy_loss",
                                              "exponential_decay_length_penalty",
                                              "begin_suppress_tokens",
                                              "output_scores",
                                              "language",
                                              "license",
                                              "pretraining_tp",
                                              "init_std",
                                              "directionality",
                                              "unsloth_version",
                                              "unsloth_fixed",
                                              "_commit_hash",
                                              "vocab_type",
                                              "gradient_checkpointing_kwargs",
                                              "min_length",
                                              "max_length",
                                              "max_new_tokens",
                                              "sparse_prediction",
                                              "sparse_pred_ignore_index",
                                              "tie_encoder_decoder",
                                              "cross_attention_hidden_size",
                                              "_output_attentions"};
  if (known.contains(key)) return true;
  const std::string_view name = key;
  for (const char* ending : {"_token_id", "_token_ids", "dropout", "_dropout_prob", "_dropout_p", "_pdrop"})
    if (name.ends_with(ending)) return true;
  for (const char* beginning : {"num_beam", "no_repeat", "encoder_no_repeat", "num_return", "top_", "forced_",
                                "classifier_", "summary_", "pooler_", "pooling_", "sentence_", "initializer_"})
    if (name.starts_with(beginning)) return true;
  return name.find("dropout") != std::string_view::npos;
}

ModelConfig::ModelConfig(json fields, std::string who) : fields_(std::move(fields)), who_(std::move(who)) {
  require(fields_.is_object(), "{}: expected a JSON object, found {}", who_, fields_.type_name());
  require(!has("quantization_config"),
          "{}: the weights are quantised (quantization_config: {}); convert them first: "
          "model.dequantize().save_pretrained(...) in transformers",
          who_, shown(fields_["quantization_config"]));
  const bool pruned = has("pruned_heads") && !fields_["pruned_heads"].empty();
  require(!pruned, "{}: pruned_heads is {}, which is not supported", who_,
          pruned ? shown(fields_["pruned_heads"]) : "");
  read_.insert("pruned_heads");
}

ModelConfig ModelConfig::read(const std::string& path) { return {parse_json(read_file(path), path), path}; }

bool ModelConfig::has(const std::string& key) const {
  const auto found = fields_.find(key);
  return found != fields_.end() && !found->is_null();
}

const json& ModelConfig::field(const std::string& key) {
  static const json nothing;
  read_.insert(key);
  const auto found = fields_.find(key);
  return found == fields_.end() ? nothing : *found;
}

Index ModelConfig::integer(const std::string& key) {
  require(has(key), "{}: no {}; expected a number", who_, key);
  return integer(key, 0);
}

Index ModelConfig::integer(const std::string& key, Index otherwise) {
  const json& value = field(key);
  if (value.is_null()) return otherwise;
  require(value.is_number_integer() && value.get<std::int64_t>() >= 0 && value.get<std::int64_t>() < (Index{1} << 40),
          "{}: {} is {}, expected an integer of 0 or more", who_, key, shown(value));
  return value.get<Index>();
}

double ModelConfig::number(const std::string& key, double otherwise) {
  const json& value = field(key);
  if (value.is_null()) return otherwise;
  require(value.is_number(), "{}: {} is {}, expected a number", who_, key, shown(value));
  return value.get<double>();
}

std::string ModelConfig::text(const std::string& key, const std::string& otherwise) {
  const json& value = field(key);
  if (value.is_null()) return otherwise;
  require(value.is_string(), "{}: {} is {}, expected a text", who_, key, shown(value));
  return value.get<std::string>();
}

bool ModelConfig::flag(const std::string& key, bool otherwise) {
  const json& value = field(key);
  if (value.is_null()) return otherwise;
  require(value.is_boolean(), "{}: {} is {}, expected true or false", who_, key, shown(value));
  return value.get<bool>();
}

void ModelConfig::only(const std::string& key, const json& value, const std::string& why) {
  const json& given = field(key);
  require(given.is_null() || given == value, "{}: {} is {}, which is not supported ({}); expected {}", who_, key,
          shown(given), why, shown(value));
}

void ModelConfig::ignore(std::initializer_list<const char*> keys) {
  for (const char* key : keys) read_.insert(key);
}

void ModelConfig::require_all_read(const std::vector<std::string>& allowed) {
  for (const auto& [key, value] : fields_.items()) {
    const bool empty = value.is_null() || value == false || value == "" || (value.is_structured() && value.empty());
    if (empty || read_.contains(key) || never_matters(key) || std::ranges::find(allowed, key) != allowed.end())
      continue;
    fail("{}: field {} ({}) is unknown for model_type {}, and may change the result; --ignore {} runs without it", who_,
         key, shown(value), text("model_type", ""), key);
  }
}

std::string config_beside(const std::string& weights) {
  const auto path = std::filesystem::path(weights).replace_filename("config.json");
  return file_exists(path) ? path.string() : "";
}

}  // namespace sextant::lab
