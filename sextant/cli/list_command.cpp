// `sextant list` and `sextant options`: what can be chosen, and every key of a configuration.
#include <algorithm>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/core/error.h"
#include "sextant/lab/catalogue.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/experiment/library.h"

namespace sextant::cli {
namespace {

/// The element of that name, or an error that names the nearest.
template <class Named>
const Named& find_named(const std::vector<Named>& all, const std::string& name, const std::string& noun) {
  std::vector<std::string> names;
  for (const auto& one : all) names.push_back(one.name);
  const auto found = std::ranges::find(names, name);
  require(found != names.end(), "list: no {} '{}'{}; known: {}", noun, name, nearest_name_hint(name, names),
          fmt::join(names, ", "));
  return all[static_cast<std::size_t>(found - names.begin())];
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

void print_family(const CatalogueFamily& family) {
  std::size_t widest = 0;
  for (const auto& entry : family.entries) widest = std::max(widest, entry.name.size());
  fmt::print("{}\n", family.name);
  for (const auto& entry : family.entries) fmt::print("  {:<{}}  {}\n", entry.name, widest, entry.sentence);
}

}  // namespace

int list_command(const std::string& family, const std::string& variant) {
  auto catalogue = make_catalogue();
  catalogue.push_back(list_experiments());
  if (family.empty()) {
    for (const auto& one : catalogue) print_family(one);
    return 0;
  }
  const auto& chosen = find_named(catalogue, family, "family");
  if (variant.empty()) {
    print_family(chosen);
    return 0;
  }
  const auto& entry = find_named(chosen.entries, variant, "variant");
  fmt::print("{}: {}\n{}", entry.name, entry.sentence,
             entry.options.empty() ? "  no options of its own\n" : entry.options);
  return 0;
}

int options_command() {
  fmt::print("{}", describe_configuration());
  return 0;
}

}  // namespace sextant::cli
