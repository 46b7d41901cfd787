// The families, each through its own list.
#include "sextant/lab/catalogue.h"

#include "sextant/analysis/analysis.h"
#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/tree.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/experiment/library.h"
#include "sextant/lab/presets.h"
#include "sextant/tasks/task.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

/// The sentence, and behind it the arrangements that the variant accepts and what it does with longer samples.
std::string sentence_of(const VariantFacts& variant) {
  if (variant.accepts.empty()) return variant.sentence;
  const bool any = variant.accepts.size() == std::size(Arrangement::kinds);
  return fmt::format("{} ({}{})", variant.sentence,
                     any ? "any arrangement" : fmt::format("{}", fmt::join(variant.accepts, ", ")),
                     variant.beyond.empty() ? "" : fmt::format("; {} beyond the trained length", variant.beyond));
}

CatalogueFamily list_family(const Catalogue& family) {
  CatalogueFamily result{family.noun(), {}};
  for (const auto& variant : family.variants()) {
    const auto own = variant.make_options();
    result.entries.push_back({variant.name, sentence_of(variant), describe_options(variant.section, {own.get()})});
  }
  return result;
}

/// The scales of an experiment and what each one reduces, then its further studies.
std::string describe_experiment(const Tree& file) {
  std::string text;
  const auto describe = [&](const char* section, const char* noun, const char* sentence) {
    if (!file.contains(section)) return;
    for (const auto& [name, one] : file[section].items())
      text += fmt::format("  {} {:<12}  {}\n", noun, name, one.value(sentence, "as in the paper"));
  };
  describe("scales", "--scale", "reduced");
  describe("studies", "--study", "title");
  return text;
}

CatalogueFamily list_experiments() {
  CatalogueFamily family{"experiments", {}};
  for (const auto& one : built_in_experiments()) {
    const std::string name(one.name);
    const Tree file = parse_toml(one.text, name + ".toml");
    family.entries.push_back({name, file.value("title", ""), describe_experiment(file)});
  }
  return family;
}

CatalogueFamily list_preset_family() {
  CatalogueFamily family{"presets", {}};
  for (const auto& preset : list_presets()) {
    std::string keys;
    const Tree like{{"like", preset.name}};
    for (const auto& line : describe_preset(like, Configuration::read(like).write())) keys += "  " + line + "\n";
    family.entries.push_back({preset.name, preset.sentence, std::move(keys)});
  }
  return family;
}

}  // namespace

std::vector<CatalogueFamily> make_catalogue() {
  const Engine& own = engine("float");
  return {list_family(task_family().catalogue()),
          list_family(own.mixers()),
          list_family(own.feed_forwards()),
          list_family(own.positions()),
          list_family(own.initialisers()),
          list_family(own.optimizers()),
          list_family(schedules().catalogue()),
          list_family(analyses().catalogue()),
          list_experiments(),
          list_preset_family()};
}

}  // namespace sextant::lab
