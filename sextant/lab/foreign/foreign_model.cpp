#include "sextant/lab/foreign/foreign_model.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/tree.h"
#include "sextant/lab/foreign/checkpoint.h"
#include "sextant/lab/foreign/dialect.h"
#include "sextant/lab/foreign/foreign_config.h"
#include "sextant/lab/foreign/foreign_weights.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

struct Spoken {
  const Dialect* dialect = nullptr;
  std::string prefix;
};

/// By names of tensors; `wanted`: the layout that config.json decides, or "".
Spoken recognise(const TensorFile& file, const std::string& wanted) {
  static const std::vector<Dialect> dialects = [] {
    std::vector<Dialect> all;
    for (const auto& family : {gpt2_dialects(), bert_dialects(), vit_dialects(), lens_dialects()})
      all.insert(all.end(), family.begin(), family.end());
    return all;
  }();
  for (const Dialect& dialect : dialects)
    for (const std::string_view prefix : dialect.prefixes) {
      if (wanted.empty() ? dialect.name == "roberta" && prefix.empty() : dialect.name != wanted) continue;
      if (dialect.speaks(file, std::string(prefix))) return {&dialect, std::string(prefix)};
    }
  return {};
}

/// What the file says of itself, or a config.json that lies beside it: names and values as text.
std::map<std::string, std::string> read_settings(const TensorFile& file) {
  auto settings = file.metadata();
  const auto path = std::filesystem::path(file.path()).replace_filename("config.json");
  if (!file_exists(path)) return settings;
  const auto root = parse_json(read_file(path), path.string());
  require(root.is_object(), "{}: expected a JSON object", path.string());
  for (const auto& [key, value] : root.items())
    settings[key] = value.is_string() ? value.get<std::string>() : value.dump();
  return settings;
}

std::string first_setting(const std::map<std::string, std::string>& settings, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (const auto found = settings.find(key); found != settings.end()) return found->second;
  return "";
}

Index guess_heads(const ForeignModel& model, const std::map<std::string, std::string>& settings,
                  const std::string& path) {
  if (model.options.key_width) return model.options.heads;  // the weights say it
  const std::string said = first_setting(settings, {"num_attention_heads", "n_head"});
  if (!said.empty()) return std::atoll(said.c_str());
  constexpr Index usual_width = 64;  // of a head, in BERT, GPT-2 and ViT of every size
  require(model.options.width % usual_width == 0,
          "{}: the number of heads is unknown, and its width {} is not a multiple of {}; specify --heads", path,
          model.options.width, usual_width);
  return model.options.width / usual_width;
}

void guess_settings(const TensorFile& file, const ForeignHints& hints, ForeignModel& model) {
  const auto settings = read_settings(file);
  if (!hints.heads) model.options.heads = guess_heads(model, settings, file.path());
  const std::string epsilon = first_setting(settings, {"layer_norm_eps", "layer_norm_epsilon"});
  if (!epsilon.empty()) model.options.norm_epsilon = std::atof(epsilon.c_str());
  static const std::map<std::string, std::string> activations = {
      {"relu", "relu"}, {"gelu", "gelu"}, {"gelu_new", "gelu_tanh"}, {"gelu_tanh", "gelu_tanh"}};
  const std::string activation = first_setting(settings, {"hidden_act", "activation_function", "act_fn"});
  const auto known = activations.find(activation);
  require(activation.empty() || known != activations.end() || !hints.activation.empty(),
          "{}: config.json says activation '{}'; here: relu, gelu, gelu_new (or --activation)", file.path(),
          activation);
  if (known != activations.end()) model.options.activation = known->second;
  if (config_beside(file.path()).empty()) return;
  static const std::set<std::string> read = {
      "num_attention_heads", "n_head", "layer_norm_eps", "layer_norm_epsilon", "hidden_act",
      "activation_function", "act_fn"};
  const auto fields = parse_json(read_file(config_beside(file.path())), file.path());
  for (const auto& [key, value] : fields.items())
    if (!read.contains(key) && !never_matters(key)) model.unread.push_back(key);
}

/// Heads of other tasks, masks and numbers that no forward pass reads. Any other tensor would change the result.
bool is_harmless(std::string_view tensor) {
  for (const std::string_view word :
       {"pooler", "position_ids", "token_type_ids", "attn.bias", "attn.masked_bias", "attn.mask", "attn.IGNORE",
        "mask_token", "cls.", "head", "classifier", "qa_outputs"})
    if (tensor.find(word) != std::string_view::npos) return true;
  return false;
}

/// Without a config.json nobody says what other tensors are for, such as the second token of DeiT or cross-attention.
void check_unused(const TensorFile& file, const std::set<std::string>& used, const ForeignHints& hints,
                  ForeignModel& model) {
  std::vector<std::string> unknown;
  for (const TensorEntry& entry : file.entries()) {
    if (used.contains(entry.name)) continue;
    const auto inside = [&](const std::string& word) { return entry.name.find(word) != std::string::npos; };
    const bool known = is_harmless(entry.name) || std::ranges::any_of(hints.ignore, inside);
    (known ? model.unused : unknown).push_back(entry.name);
  }
  require(
      unknown.empty(),
      "{}: by the names of its tensors this is {}, which has no tensors {}, so the result would not be the model's; "
      "put its config.json beside it, or --ignore {} runs without",
      file.path(), model.layout, first_names(unknown, 3), unknown.empty() ? "" : unknown.front());
}

/// `guess`: what neither the hints nor the tensors tell is what a config.json of another program says, or usual.
void apply_hints(const TensorFile& file, const ForeignHints& hints, ForeignModel& model, bool guess) {
  if (guess) guess_settings(file, hints, model);
  if (hints.heads) model.options.heads = *hints.heads;
  if (hints.causal) model.options.causal = *hints.causal;
  if (!hints.activation.empty()) model.options.activation = hints.activation;
  if (hints.norm_epsilon) model.options.norm_epsilon = *hints.norm_epsilon;
}

}  // namespace

std::string in_block(std::string_view name, Index block) {
  std::string result(name);
  for (auto mark = result.find("{}"); mark != std::string::npos; mark = result.find("{}"))
    result.replace(mark, 2, std::to_string(block));
  return result;
}

Index count_blocks(const TensorFile& file, const std::string& prefix, const std::string& theirs) {
  Index block = 0;
  while (file.has(prefix + in_block(theirs, block))) ++block;
  return block;
}

std::string find_layout(const TensorFile& file) {
  if (const std::string type = model_type_beside(file.path()); !type.empty())
    return find_architecture(type) ? type : "";
  const Spoken spoken = recognise(file, "");
  return spoken.dialect ? std::string(spoken.dialect->name) : "";
}

ForeignModel read_foreign_model(const TensorFile& file, const ForeignHints& hints) {
  const std::string declared = layout_of_config(file);
  const Spoken spoken = recognise(file, declared);
  require(spoken.dialect || declared.empty(),
          "{}: config.json says {}, but the tensor names are not those of such a model", file.path(), declared);
  require(spoken.dialect,
          "{}: the tensor names match no supported model (GPT-2, minGPT, BERT, RoBERTa, ViT, "
          "TransformerLens)",
          file.path());
  ForeignModel model;
  model.layout = spoken.dialect->name;
  spoken.dialect->describe(file, spoken.prefix, model);
  require(model.options.depth > 0, "{}: layout {}, but no complete block", file.path(), model.layout);
  if (!declared.empty()) apply_config(file, model);
  apply_hints(file, hints, model, declared.empty());
  std::set<std::string> used;
  for (const Rule& rule : spoken.dialect->rules) {
    const bool repeats = rule.ours.find("{}") != std::string::npos;
    for (Index block = 0; block < (repeats ? model.options.depth : 1); ++block) {
      model.weights[in_block(rule.ours, block)] = read_weight(file, spoken.prefix, rule, block);
      for (const std::string& name : tensors_of(file, spoken.prefix, rule, block)) used.insert(name);
    }
  }
  check_unused(file, used, hints, model);
  return model;
}

std::unique_ptr<Model> ForeignModel::make(Index length, ReadoutPlace readout, const std::string& precision) const {
  require(length > 0 && length <= longest(), "{}: samples of {} tokens, but the model supports 1 to {}", layout, length,
          longest());
  const Engine& own = engine(precision);
  PositionOptions position;
  position.kind = "learned";
  position.own = own.positions().find(position.kind).make_options();
  read_options(Tree{{"rows", positions}}, "position", {position.own.get()});
  const TaskShape shape{.length = length, .input = input, .features = features, .readout = readout, .outputs = outputs};
  auto model = own.make_model(options, position, shape, Arrangement::index(length));
  std::vector<double> values(model->read_weights().size(), 0.0);
  for (const TensorFacts& tensor : model->tensors()) {
    const auto given = weights.find(tensor.name);
    require(given != weights.end() || tensor.role == Role::readout, "{}: missing weights for '{}'", layout,
            tensor.name);
    if (given == weights.end() || given->second.empty()) continue;  // zero
    require(static_cast<Index>(given->second.size()) == tensor.size(), "{}: '{}' has {} entries, expected {} x {}",
            layout, tensor.name, given->second.size(), tensor.rows, tensor.columns);
    std::ranges::copy(given->second, values.begin() + tensor.offset);
  }
  model->write_weights(values);
  return model;
}

}  // namespace sextant::lab
