// `sextant list`, `options` and `version`: what can be chosen, every key of a configuration, and what this is.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/position_card_text.h"
#include "sextant/cli/print.h"
#include "sextant/core/environment.h"
#include "sextant/core/error.h"
#include "sextant/lab/build_facts.h"
#include "sextant/lab/catalogue.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/position_card.h"
#include "sextant/lab/result_json.h"
#include "sextant/report/page.h"

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

void print_family(const CatalogueFamily& family) {
  std::size_t widest = 0;
  for (const auto& entry : family.entries) widest = std::max(widest, entry.name.size());
  print_out("{}\n", family.name);
  for (const auto& entry : family.entries) print_out("  {:<{}}  {}\n", entry.name, widest, entry.sentence);
}

/// All families, one, or one variant of it: a list in each case.
int list_as_json(std::vector<CatalogueFamily> catalogue, const std::string& family, const std::string& variant) {
  if (!family.empty()) catalogue = {find_named(catalogue, family, "family")};
  if (!variant.empty()) catalogue[0].entries = {find_named(catalogue[0].entries, variant, "variant")};
  print_out("{}\n", as_json(catalogue).dump(2));
  return 0;
}

int run_list(const std::string& family, const std::string& variant, bool json) {
  const auto catalogue = make_catalogue();
  if (json) return list_as_json(catalogue, family, variant);
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
  print_out("{}: {}\n{}", entry.name, entry.sentence,
            entry.options.empty() ? "  no options of its own\n" : entry.options);
  return 0;
}

std::string describe_version() {
  std::string text = version_text() + "\n";
  auto facts = build_facts();
  facts.push_back({"page", page_template().empty() ? "no; report and view need a build with npm" : "yes"});
  for (const auto& fact : facts) text += fmt::format("{:<10} {}\n", fact.subject, fact.text);
  return text;
}

}  // namespace

void add_lists(CLI::App& app, int& exit_code) {
  auto* list = app.add_subcommand("list", "List tasks, positions, initialisers and so on, with a description each");
  auto names = std::make_shared<std::vector<std::string>>();
  list->add_option("family", *names, "a family, optionally followed by one of its names to show its options")
      ->expected(0, 2)
      ->type_name("[FAMILY [NAME]]");
  auto card = std::make_shared<std::string>();
  list->add_option("--card", *card, "positions: everything about one encoding, with what is measured on it")
      ->type_name("NAME");
  auto json = std::make_shared<bool>(false);
  list->add_flag("--json", *json, "print the list as JSON instead");
  list->footer(
      "Examples:\n  sextant list\n  sextant list positions\n  sextant list positions rotary\n"
      "  sextant list positions --card rotary");
  list->callback([=, &exit_code] {
    if (!card->empty()) {
      require(names->size() == 1 && names->front() == "positions",
              "list: --card describes a positional encoding; use `sextant list positions --card {}`", *card);
      const PositionCard made = make_position_card(*card, 1);
      print_out("{}", *json ? as_json(made).dump(2) + "\n" : position_card_text(made));
      exit_code = 0;
      return;
    }
    exit_code = run_list(names->empty() ? "" : names->front(), names->size() < 2 ? "" : names->back(), *json);
  });
  auto* options = app.add_subcommand("options", "Show every configuration key with its default and description");
  options->add_flag("--json", *json, "print them as JSON instead");
  options->callback([=] { print_out("{}", *json ? configuration_json().dump(2) + "\n" : describe_configuration()); });
  auto* version = app.add_subcommand("version", "Show version, commit, and what is inside: MPI, the page, libraries");
  version->add_flag("--json", *json, "print them as JSON instead");
  version->callback(
      [=] { print_out("{}", *json ? version_json(!page_template().empty()).dump(2) + "\n" : describe_version()); });
  app.add_flag_callback(
         "--version", [] { throw CLI::CallForVersion(describe_version(), 0); }, "the same as the command version")
      ->trigger_on_parse();
}

}  // namespace sextant::cli
