// `sextant completion SHELL`: commands, their options, and the keys of a configuration where a command takes a job.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sextant/cli/command_tree.h"
#include "sextant/core/error.h"
#include "sextant/lab/catalogue.h"
#include "sextant/lab/configuration.h"

namespace sextant::cli {
namespace {

/// "model.depth=", ..., and "position.kind=rotary" for what is chosen by name.
std::vector<std::string> job_words() {
  std::vector<std::string> words;
  std::istringstream lines(describe_configuration());
  for (std::string line; std::getline(lines, line);) {
    std::istringstream parts(line);
    std::string key, sign;
    parts >> key >> sign;
    if (sign == "=") words.push_back(key + "=");
  }
  const std::pair<const char*, const char*> kinds[] = {{"tasks", "task.kind"},
                                                       {"positions", "position.kind"},
                                                       {"initialisers", "init.kind"},
                                                       {"optimizers", "optimizer.kind"},
                                                       {"schedules", "schedule.kind"}};
  for (const auto& family : make_catalogue())
    for (const auto& [name, key] : kinds)
      if (family.name == name)
        for (const auto& entry : family.entries) words.push_back(fmt::format("{}={}", key, entry.name));
  return words;
}

std::vector<std::string> option_names(const DescribedCommand& command) {
  std::vector<std::string> names;
  for (const auto& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// What can stand after "sextant" or after "sextant verify".
std::vector<std::string> names_after(const std::string& before, const std::vector<DescribedCommand>& commands) {
  std::vector<std::string> names;
  for (const auto& command : commands)
    if (command.name.starts_with(before) && command.name.find(' ', before.size()) == std::string::npos)
      names.push_back(command.name.substr(before.size()));
  return names;
}

std::vector<std::string> words_of(const DescribedCommand& command, const std::vector<DescribedCommand>& commands) {
  auto words = names_after(command.name + " ", commands);
  const auto options = option_names(command);
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

/// bash, and zsh by its own emulation of bash's completion: one script, one behaviour.
std::string bash_script(const std::vector<DescribedCommand>& commands) {
  std::string cases;
  for (const auto& command : commands) {
    cases += fmt::format("    '{}') words=\"{}\"{} ;;\n", command.name, fmt::join(words_of(command, commands), " "),
                         command.takes_job ? "; words=\"$words $_sextant_keys\"" : "");
  }
  return fmt::format(
      "# Completion of sextant for bash; written by `sextant completion bash`.\n"
      "_sextant_keys=\"{}\"\n"
      "_sextant() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} line=\"$COMP_LINE\" command words\n"
      "  # '=' divides words for bash but not for sextant.\n"
      "  line=${{line:0:COMP_POINT}}\n"
      "  local whole=${{line##* }}\n"
      "  command=${{COMP_WORDS[1]}}\n"
      "  [ \"$COMP_CWORD\" -gt 2 ] && case \"$command ${{COMP_WORDS[2]}}\" in {}) command=\"$command "
      "${{COMP_WORDS[2]}}\" ;; esac\n"
      "  [ \"$COMP_CWORD\" -eq 1 ] && command=''\n"
      "  case \"$command\" in\n"
      "    '') words=\"{} --help --version\" ;;\n"
      "{}"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$whole\"))\n"
      "  if [ \"$whole\" != \"$current\" ]; then COMPREPLY=(\"${{COMPREPLY[@]#\"${{whole%\"$current\"}}\"}}\"); fi\n"
      "  case \"${{COMPREPLY[0]}}\" in *=) compopt -o nospace 2>/dev/null ;; esac\n"
      "}}\n"
      "complete -o default -F _sextant sextant\n",
      fmt::join(job_words(), " "),
      [&] {
        std::vector<std::string> inner;
        for (const auto& command : commands)
          if (command.name.find(' ') != std::string::npos) inner.push_back("'" + command.name + "'");
        return inner.empty() ? std::string("''") : fmt::format("{}", fmt::join(inner, "|"));
      }(),
      fmt::join(names_after("", commands), " "), cases);
}

std::string in_single_quotes(std::string text) {
  for (auto at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4)) text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string zsh_script(const std::vector<DescribedCommand>& commands) {
  std::string names, cases;
  for (const auto& command : commands) {
    if (command.name.find(' ') == std::string::npos)
      names += "    " + in_single_quotes(command.name + ":" + command.sentence) + "\n";
    cases += fmt::format("    {}) choices=({}{}) ;;\n", in_single_quotes(command.name),
                         fmt::join(words_of(command, commands), " "), command.takes_job ? " $keys" : "");
  }
  return fmt::format(
      "#compdef sextant\n"
      "# Completion of sextant for zsh; written by `sextant completion zsh`.\n"
      "_sextant() {{\n"
      "  local -a commands keys choices\n"
      "  commands=(\n{}  )\n"
      "  keys=({})\n"
      "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  local command=$words[2]\n"
      "  (( CURRENT > 3 )) && [[ $command == verify ]] && command=\"$command $words[3]\"\n"
      "  case $command in\n{}  esac\n"
      "  compadd -S '' -- ${{(M)choices:#*=}}\n"
      "  compadd -- ${{choices:#*=}}\n"
      "  _files\n"
      "}}\n"
      "_sextant \"$@\"\n",
      names, fmt::join(job_words(), " "), cases);
}

std::string fish_script(const std::vector<DescribedCommand>& commands) {
  std::string text = "# Completion of sextant for fish; written by `sextant completion fish`.\n";
  const std::string keys = fmt::format("{}", fmt::join(job_words(), " "));
  for (const auto& command : commands) {
    const auto space = command.name.find(' ');
    const std::string first = command.name.substr(0, space);
    const std::string last = space == std::string::npos ? first : command.name.substr(space + 1);
    const std::string here = fmt::format("__fish_seen_subcommand_from {}", last);
    text += fmt::format("complete -c sextant -n '{}' -f -a {} -d {}\n",
                        space == std::string::npos ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + first,
                        last, in_single_quotes(command.sentence));
    for (const auto& option : command.options)
      for (const auto& name : option.names)
        text += fmt::format("complete -c sextant -n '{}' {} {} {}-d {}\n", here, name.starts_with("--") ? "-l" : "-s",
                            name.substr(name.starts_with("--") ? 2 : 1), option.value.empty() ? "" : "-r ",
                            in_single_quotes(option.sentence));
    if (command.takes_job) text += fmt::format("complete -c sextant -n '{}' -a '{}'\n", here, keys);
  }
  return text;
}

}  // namespace

std::string write_completion(const std::string& shell, const std::vector<DescribedCommand>& commands) {
  if (shell == "bash") return bash_script(commands);
  if (shell == "zsh") return zsh_script(commands);
  require(shell == "fish", "completion: no shell '{}'; known: bash, zsh, fish", shell);
  return fish_script(commands);
}

}  // namespace sextant::cli
