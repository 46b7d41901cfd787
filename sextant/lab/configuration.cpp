// Sections, and the variants whose own options share a section with the choice of the variant.
#include "sextant/lab/configuration.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/option_list.h"
#include "sextant/core/renamed_options.h"
#include "sextant/core/tree.h"
#include "sextant/data/series/series.h"
#include "sextant/lab/presets.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

/// The one place that lists the sections: `plain` sees those with fixed options (the model's hold those of its mixers
/// and feed-forward network), `chosen` those whose `kind` selects a variant.
template <class Plain, class Chosen>
void visit_sections(Configuration& configuration, const Plain& plain, const Chosen& chosen) {
  const Engine& own = engine(configuration.general.precision);
  chosen("task", configuration.task, task_family().catalogue());
  plain("model", configuration.model);
  chosen("position", configuration.position, own.positions());
  chosen("init", configuration.init, own.initialisers());
  chosen("optimizer", configuration.optimizer, own.optimizers());
  chosen("schedule", configuration.schedule, schedules().catalogue());
  plain("train", configuration.train);
}

std::vector<std::string> top_level_names(Configuration& configuration) {
  auto names = option_names({&configuration.general});
  names.emplace_back("like");  // lab/presets.h: it sets other options and is none itself
  visit_sections(
      configuration, [&](const char* name, Options&) { names.emplace_back(name); },
      [&](const char* name, Options&, const auto&) { names.emplace_back(name); });
  return names;
}

void refuse_unknown(const Tree& tree, const std::vector<std::string>& known) {
  require(tree.is_object() || tree.is_null(), "the configuration: expected sections, given a value");
  for (const auto& [key, value] : tree.items())
    if (std::ranges::find(known, key) == known.end())
      fail("{}: no such {}{}; known here: {}", key, value.is_object() ? "section" : "option",
           nearest_name_hint(key, known), fmt::join(known, ", "));
}

/// An option of another variant than the chosen one: says whose it is.
void refuse_others(const Tree& section, const char* name, const std::string& kind,
                   const std::vector<std::string>& known, const Catalogue& family) {
  if (!section.is_object()) return;
  for (const auto& [key, value] : section.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    std::vector<std::string> owners;
    for (const auto& variant : family.variants()) {
      const auto own = variant.make_options();
      if (std::ranges::count(option_names({own.get()}), key) > 0)
        owners.push_back(fmt::format("{}.kind={}", name, variant.name));
    }
    require(owners.empty(), "{}.{}: no option of {}.kind={}, but of {}", name, key, name, kind,
            fmt::join(owners, ", "));
  }
}

const Tree& section_of(const Tree& tree, const char* name) {
  static const Tree missing;
  const auto found = tree.find(name);
  return found == tree.end() ? missing : *found;
}

/// The mixers and the feed-forward network of a model, by the names of their lists, each once.
std::vector<ChosenVariant> parts_of(const ModelOptions& model) {
  std::vector<ChosenVariant> parts;
  for (Index block = 0; block < (model.mixers.empty() ? 1 : static_cast<Index>(model.mixers.size())); ++block)
    if (std::ranges::none_of(parts, [&](const auto& part) { return part.name == model.mixer_of(block); }))
      parts.push_back({"mixers", model.mixer_of(block)});
  parts.push_back({"feed_forwards", model.feed_forward_kind});
  return parts;
}

/// The options that choose the parts of a model, by themselves.
struct PartNames final : Options {
  explicit PartNames(ModelOptions& of) : model(of) {}
  void visit(OptionVisitor& option) override {
    option("mixer", model.mixer, "");
    option("mixers", model.mixers, "");
    option("feed_forward_kind", model.feed_forward_kind, "");
  }
  ModelOptions& model;
};

std::vector<std::string> part_names() {
  ModelOptions model;
  PartNames names(model);
  return option_names({&names});
}

/// The names of the parts come first: they decide which other keys are known.
void choose_parts(ModelOptions& model, const Tree& section, const Engine& own) {
  PartNames names(model);
  Tree given = Tree::object();
  for (const auto& name : part_names())
    if (section.is_object() && section.contains(name)) given[name] = section[name];
  read_options(given, "model", {&names});
  model.own.clear();
  for (const auto& part : parts_of(model)) {
    const Catalogue& list = part.family == "mixers" ? own.mixers() : own.feed_forwards();
    model.own[part.name] = list.find(part.name).make_options();
  }
}

/// The options that stand outside all sections.
Tree general_of(const Tree& tree, const std::vector<std::string>& names) {
  Tree general = Tree::object();
  for (const auto& name : names)
    if (tree.contains(name)) general[name] = tree[name];
  return general;
}

/// The options that each variant of a list adds to a section.
void describe_variants(std::string& text, const char* section, const char* key, const Catalogue& family) {
  for (const auto& variant : family.variants()) {
    const auto own = variant.make_options();
    const std::string described = describe_options(section, {own.get()});
    if (!described.empty()) text += fmt::format("\n  with {}.{} = \"{}\":\n{}", section, key, variant.name, described);
  }
}

/// The same as data: each option says which choice it goes with.
void list_variants(Tree& list, const char* section, const char* key, const Catalogue& family) {
  for (const auto& variant : family.variants())
    for (auto& option : list_options(section, {variant.make_options().get()})) {
      option["with"] = fmt::format("{}.{}={}", section, key, variant.name);
      list.push_back(std::move(option));
    }
}

/// A path names a file, an array in a file, or a folder: then every file in it may be read.
void add_files(std::vector<std::string>& files, const std::string& path) {
  const std::string place = split_array_path(path).first;
  if (!std::filesystem::is_directory(place)) return files.push_back(place);
  for (const auto& entry : std::filesystem::directory_iterator(place))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
}

}  // namespace

void GeneralOptions::visit(OptionVisitor& option) {
  option("seed", seed, any_seed(), "seed of every random number in the run");
  option.choice("precision", precision, {"float", "double"}, "number type: float for speed, double for verification");
}

Configuration::Configuration(const std::string& precision) {
  general.precision = precision;
  visit_sections(
      *this, [](const char*, Options&) {},
      [](const char*, auto& options, const auto& family) { options.own = family.find(options.kind).make_options(); });
  choose_parts(model, Tree(), engine(precision));
}

Configuration Configuration::read(const Tree& given) {
  const Tree tree = with_current_option_names(given);
  Configuration defaults;
  refuse_unknown(tree, top_level_names(defaults));
  GeneralOptions general;
  read_options(general_of(tree, option_names({&general})), "", {&general});
  Configuration result(general.precision);
  result.general = general;
  const Tree preset = expand_preset(tree);
  choose_parts(result.model, under_section(section_of(preset, "model"), section_of(tree, "model"), part_names()),
               engine(general.precision));
  // A preset sets only what the variants that are chosen in the end know.
  const auto section = [&](const char* name, std::initializer_list<Options*> parts) {
    return under_section(section_of(preset, name), section_of(tree, name), option_names(parts));
  };
  visit_sections(
      result, [&](const char* name, Options& options) { read_options(section(name, {&options}), name, {&options}); },
      [&](const char* name, auto& options, const auto& family) {
        // The kind comes first: it decides which other keys are known.
        std::string kind = options.kind;
        if (const Tree choice = section(name, {&options});
            choice.is_object() && choice.contains("kind") && choice["kind"].is_string()) {
          kind = choice["kind"].template get<std::string>();
          options.own = family.find(kind).make_options();
        }
        const Tree whole = section(name, {&options, options.own.get()});
        refuse_others(whole, name, kind, option_names({&options, options.own.get()}), family);
        read_options(whole, name, {&options, options.own.get()});
      });
  return result;
}

Tree Configuration::write() const {
  Configuration copy = *this;
  Tree tree = write_options({&copy.general});
  visit_sections(
      copy, [&](const char* name, Options& options) { tree[name] = write_options({&options}); },
      [&](const char* name, auto& options, const auto&) {
        tree[name] = write_options({&options, options.own.get()});
      });
  return tree;
}

Tree Configuration::write_identity() const {
  Tree tree = write();
  tree["train"].erase("threads");
  tree["train"].erase("checkpoint_every");
  return tree;
}

std::vector<std::string> Configuration::data_files() const {
  Configuration copy = *this;
  std::vector<std::string> files;
  const auto add = [&](const std::vector<std::string>& paths) {
    for (const auto& path : paths) add_files(files, path);
  };
  visit_sections(
      copy, [&](const char*, Options& options) { add(option_paths({&options})); },
      [&](const char*, auto& options, const auto&) {
        add(option_paths({&options, options.own.get()}));
      });
  const Tree of_task = write_options({copy.task.own.get()});
  for (const auto& text : {position.arrangement, of_task.value("arrangement", std::string())})
    if (const std::string file = Arrangement::file_of(text); !file.empty()) files.push_back(file);
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<ChosenVariant> Configuration::variants() const {
  Configuration copy = *this;
  std::vector<ChosenVariant> result;
  visit_sections(
      copy, [](const char*, Options&) {},
      [&](const char*, auto& options, const auto& family) {
        result.push_back({family.noun(), options.kind});
      });
  for (auto& part : parts_of(model)) result.push_back(std::move(part));
  return result;
}

std::string describe_like(const Tree& given) {
  if (!given.is_object() || !given.contains("like")) return "";
  const auto keys = describe_preset(given, Configuration::read(given).write());
  return fmt::format("like={} sets {}", given.at("like").get<std::string>(), fmt::join(keys, " "));
}

std::string describe_configuration() {
  Configuration defaults;
  std::vector<std::string> presets;
  for (const auto& preset : list_presets()) presets.push_back(preset.name);
  std::string text = describe_options("", {&defaults.general});
  text += fmt::format("  like                         the keys of a known model, which other keys override: {}\n",
                      fmt::join(presets, ", "));
  visit_sections(
      defaults,
      [&](const char* name, Options& options) {
        text += fmt::format("\n[{}]\n{}", name, describe_options(name, {&options}));
        if (&options != &defaults.model) return;
        const Engine& own = engine(defaults.general.precision);
        describe_variants(text, name, "mixer", own.mixers());
        describe_variants(text, name, "feed_forward_kind", own.feed_forwards());
      },
      [&](const char* name, auto& options, const auto& family) {
        text += fmt::format("\n[{}]\n{}", name, describe_options(name, {&options}));
        describe_variants(text, name, "kind", family);
      });
  return text;
}

Tree configuration_json() {
  Configuration defaults;
  Tree list = list_options("", {&defaults.general});
  const auto add = [&](const char* name, Options& options) {
    for (auto& option : list_options(name, {&options})) list.push_back(std::move(option));
  };
  visit_sections(
      defaults,
      [&](const char* name, Options& options) {
        add(name, options);
        if (&options != &defaults.model) return;
        const Engine& own = engine(defaults.general.precision);
        list_variants(list, name, "mixer", own.mixers());
        list_variants(list, name, "feed_forward_kind", own.feed_forwards());
      },
      [&](const char* name, auto& options, const auto& family) {
        add(name, options);
        list_variants(list, name, "kind", family);
      });
  return list;
}

std::string describe_difference(const Tree& there, const Tree& here) {
  for (const auto& change : Tree::diff(there, here)) {
    const auto path = change["path"].get<std::string>();
    std::string key = path.substr(1);
    std::ranges::replace(key, '/', '.');
    const nlohmann::ordered_json::json_pointer pointer(path);
    const std::string old_value = there.contains(pointer) ? there[pointer].dump() : "not set";
    const std::string new_value = here.contains(pointer) ? here[pointer].dump() : "not set";
    return fmt::format("{} is {} there and {} here", key, old_value, new_value);
  }
  return "";
}

}  // namespace sextant::lab
