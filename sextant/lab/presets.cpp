#include "sextant/lab/presets.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

#include "sextant/core/error.h"
#include "sextant/core/tree.h"
#include "sextant/nn/model_options.h"
#include "sextant/train/train_options.h"

namespace sextant::lab {
namespace {

/// What a user has chosen and a preset goes by.
struct Chosen {
  Index width = ModelOptions().width;
  Index steps = TrainOptions().steps;
};

/// Heads of `usual` numbers each, but at least four, where that many divide the width.
Index heads_of(Index width, Index usual) {
  Index heads = std::max<Index>(4, width / usual);
  while (width % heads != 0) --heads;
  return heads;
}

struct PresetEntry {
  const char* name;
  const char* sentence;
  const char* keys;                                     // key=value, divided by blanks
  const char* of_task;                                  // keys that only go with the task among them
  std::function<void(const Chosen&, Tree&)> add_sizes;  // what follows from the user's choices
};

const std::vector<PresetEntry>& entries() {
  static const std::vector<PresetEntry> list = {
      {"bert", "BERT: post-norm encoder, learned positions, masked words (Devlin et al., arXiv 1810.04805)", R"(
        task.kind=masked_words model.mixer=attention model.feed_forward_kind=dense model.causal=false
        model.norm_place=post model.norm=layer model.norm_epsilon=1e-12 model.embedding_norm=true model.final_norm=false
        model.activation=gelu model.query_bias=true model.key_bias=true model.value_bias=true
        model.attention_output_bias=true model.feed_forward_bias=true model.dropout_position=0.1
        model.dropout_attention=0.1 model.dropout_residual=0.1 position.kind=learned position.at=first init.kind=normal
        init.deviation=0.02 optimizer.kind=adamw optimizer.learning_rate=1e-4 optimizer.weight_decay=0.01
        optimizer.beta1=0.9 optimizer.beta2=0.999 train.clip=1.0)",
       "model.tied=true task.rule=bert",
       [](const Chosen& chosen, Tree& model) { model["heads"] = heads_of(chosen.width, 64); }},

      {"gpt2", "GPT-2: causal pre-norm decoder, learned positions, next word (Radford et al. 2019)", R"(
        task.kind=next_word model.mixer=attention model.feed_forward_kind=dense model.causal=true model.norm_place=pre
        model.norm=layer model.norm_epsilon=1e-5 model.embedding_norm=false model.final_norm=true
        model.activation=gelu_tanh model.query_bias=true model.key_bias=true model.value_bias=true
        model.attention_output_bias=true model.feed_forward_bias=true model.dropout_position=0.1
        model.dropout_attention=0.1 model.dropout_residual=0.1 position.kind=learned position.at=first init.kind=gpt2
        optimizer.kind=adamw optimizer.learning_rate=6e-4 optimizer.weight_decay=0.1 optimizer.beta1=0.9
        optimizer.beta2=0.95 train.clip=1.0)",
       "model.tied=true model.readout_bias=false",
       [](const Chosen& chosen, Tree& model) { model["heads"] = heads_of(chosen.width, 64); }},

      {"llama", "Llama 2: causal pre-norm decoder, RMSNorm, SwiGLU, rotary, no biases (arXiv 2307.09288)", R"(
        task.kind=next_word model.mixer=attention model.feed_forward_kind=gated model.gate=silu model.causal=true
        model.norm_place=pre model.norm=rms model.norm_epsilon=1e-5 model.embedding_norm=false model.final_norm=true
        model.query_bias=false model.key_bias=false model.value_bias=false model.attention_output_bias=false
        model.feed_forward_bias=false model.readout_bias=false model.tied=false position.kind=rotary position.at=every
        position.pairing=half position.base=10000.0 init.kind=normal init.deviation=0.02 optimizer.kind=adamw
        optimizer.learning_rate=3e-4 optimizer.weight_decay=0.1 optimizer.beta1=0.9 optimizer.beta2=0.95 train.clip=1.0)",
       "",
       [](const Chosen& chosen, Tree& model) {
         model["heads"] = heads_of(chosen.width, 128);
         model["feed_forward"] = (8 * chosen.width / 3 + 7) / 8 * 8;  // 8/3 width, rounded up
       }},

      {"vit", "ViT: pre-norm encoder on patches, CLS token, learned positions (Dosovitskiy et al., arXiv 2010.11929)",
       R"(
        task.kind=image_classes model.mixer=attention model.feed_forward_kind=dense model.causal=false
        model.norm_place=pre model.norm=layer model.norm_epsilon=1e-6 model.embedding_norm=false model.final_norm=true
        model.activation=gelu model.query_bias=true model.key_bias=true model.value_bias=true
        model.attention_output_bias=true model.feed_forward_bias=true model.token_bias=true position.kind=learned
        position.at=first init.kind=normal init.deviation=0.02 optimizer.kind=adamw optimizer.learning_rate=1e-3
        optimizer.weight_decay=0.1 optimizer.beta1=0.9 optimizer.beta2=0.999 train.clip=1.0)",
       "task.readout=cls model.cls=true",
       [](const Chosen& chosen, Tree& model) { model["heads"] = heads_of(chosen.width, 64); }},

      {"ito",
       "Ito et al.: learned positions of small norm at every block, Latin squares (arXiv 2406.08272)",
       R"(
        task.kind=latin_square model.mixer=attention model.feed_forward_kind=dense model.depth=4 model.heads=1
        model.causal=false model.norm_place=post model.norm=layer model.embedding_norm=false model.final_norm=false
        model.activation=gelu model.second_activation=true model.query_bias=true model.key_bias=true
        model.value_bias=true model.attention_output_bias=true model.feed_forward_bias=true position.kind=learned
        position.at=every position.sigma=0.1 init.kind=pytorch optimizer.kind=adamw optimizer.learning_rate=1e-4
        optimizer.weight_decay=0.0 train.batch=128)",
       "",
       {}},

      {"zhang", "Zhang et al.: causal post-norm decoder, weights N(0, fan_in^-2 gamma), anchors (arXiv 2405.05409)", R"(
        task.kind=anchor_pairs model.mixer=attention model.feed_forward_kind=dense model.depth=2 model.heads=1
        model.causal=true model.norm_place=post model.norm=layer model.activation=relu model.query_bias=false
        model.key_bias=false model.value_bias=false model.attention_output_bias=false model.feed_forward_bias=false
        model.token_bias=false position.kind=learned position.at=first init.kind=fan_in_power init.gamma=0.5
        optimizer.kind=adamw optimizer.learning_rate=1e-5 optimizer.weight_decay=0.01 schedule.kind=warmup_cosine
        schedule.multiplier=25.0 train.batch=2048 train.clip=1.0)",
       "", [](const Chosen& chosen, Tree& model) {
         model["key_width"] = model["value_width"] = std::max<Index>(1, chosen.width / 2);
         model["feed_forward"] = 3 * chosen.width;
       }}};
  return list;
}

const PresetEntry& find_entry(const Tree& name) {
  require(name.is_string(), "like: expected the name of a preset, given {}", name.dump());
  const auto wanted = name.get<std::string>();
  std::vector<std::string> names;
  for (const auto& entry : entries()) {
    if (entry.name == wanted) return entry;
    names.emplace_back(entry.name);
  }
  fail("like: no preset '{}'{}; known: {}", wanted, nearest_name_hint(wanted, names), fmt::join(names, ", "));
}

/// An integer option as given; what is no integer is refused when the section is read.
void take(const Tree& configuration, const char* section, const char* key, Index& value) {
  if (!configuration.contains(section) || !configuration.at(section).is_object()) return;
  const Tree& given = configuration.at(section);
  if (given.contains(key) && given.at(key).is_number_integer() && given.at(key).get<Index>() > 0)
    value = given.at(key).get<Index>();
}

void set_keys(Tree& preset, const char* keys) {
  std::istringstream words(keys);
  for (std::string assignment; words >> assignment;) apply_override(preset, assignment);
}

std::string task_of(const Tree& configuration, const Tree& preset) {
  if (configuration.contains("task") && configuration.at("task").is_object())
    return configuration.at("task").value("kind", preset.at("task").at("kind"));
  return preset.at("task").at("kind");
}

}  // namespace

std::vector<Preset> list_presets() {
  std::vector<Preset> presets;
  for (const auto& entry : entries()) presets.push_back({entry.name, entry.sentence});
  return presets;
}

Tree expand_preset(const Tree& configuration) {
  if (!configuration.is_object() || !configuration.contains("like")) return Tree::object();
  const PresetEntry& entry = find_entry(configuration.at("like"));
  Tree preset = Tree::object();
  set_keys(preset, entry.keys);
  if (task_of(configuration, preset) == preset.at("task").at("kind")) set_keys(preset, entry.of_task);
  Chosen chosen;
  take(configuration, "model", "width", chosen.width);
  take(configuration, "train", "steps", chosen.steps);
  if (entry.add_sizes) entry.add_sizes(chosen, preset["model"]);
  // Zhang et al. warm up for 3,700 of 77,700 steps; the same share here, or a short run would never leave it.
  if (preset.contains("schedule")) preset["schedule"]["warmup"] = std::max<Index>(1, chosen.steps * 3700 / 77'700);
  return preset;
}

Tree under_section(const Tree& preset, const Tree& section, const std::vector<std::string>& known) {
  if (!preset.is_object() || (!section.is_object() && !section.is_null())) return section;
  Tree result = Tree::object();
  for (const auto& [key, value] : preset.items())
    if (std::ranges::find(known, key) != known.end()) result[key] = value;
  for (const auto& [key, value] : section.items()) result[key] = value;
  return result;
}

std::vector<std::string> describe_preset(const Tree& configuration, const Tree& resolved) {
  std::vector<std::string> lines;
  const Tree preset = expand_preset(configuration);
  for (const auto& [section, keys] : preset.items())
    for (const auto& [key, value] : keys.items()) {
      const bool given = configuration.contains(section) && configuration.at(section).contains(key);
      if (given || !resolved.at(section).contains(key)) continue;
      const Tree& set = resolved.at(section).at(key);
      lines.push_back(fmt::format("{}.{}={}", section, key, set.is_string() ? set.get<std::string>() : set.dump()));
    }
  return lines;
}

}  // namespace sextant::lab
