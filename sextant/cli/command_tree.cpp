#include "sextant/cli/command_tree.h"

#include <CLI/CLI.hpp>

namespace sextant::cli {
namespace {

DescribedOption describe_option(const CLI::Option& option) {
  DescribedOption described;
  for (const auto& name : option.get_snames()) described.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) described.names.push_back("--" + name);
  if (option.get_expected_max() > 0) described.value = option.get_type_name();
  described.sentence = option.get_description();
  described.group = option.get_group();
  return described;
}

void add_command(const CLI::App& app, const std::string& before, std::vector<DescribedCommand>& all) {
  DescribedCommand command{before + app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    DescribedOption described = describe_option(*option);
    if (option->get_positional()) {
      described.names = {option->get_name(true)};
      command.takes_job = command.takes_job || described.value.starts_with("CONFIG.toml");
      command.arguments.push_back(std::move(described));
    } else if (!described.group.empty()) {  // an empty group hides it
      command.options.push_back(std::move(described));
    }
  }
  all.push_back(std::move(command));
  for (const CLI::App* inner : app.get_subcommands({})) add_command(*inner, before + app.get_name() + " ", all);
}

}  // namespace

std::vector<DescribedCommand> describe_commands(const CLI::App& app) {
  std::vector<DescribedCommand> all;
  for (const CLI::App* command : app.get_subcommands({}))
    if (!command->get_group().empty()) add_command(*command, "", all);
  return all;
}

}  // namespace sextant::cli
