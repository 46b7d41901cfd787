// The commands and options of the program as CLI11 knows them: what completions and manual pages are made from.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sextant::cli {

struct DescribedOption {
  std::vector<std::string> names;  // "-o", "--out"; empty for an argument
  std::string value;               // what it takes, "FILE"; empty for a flag
  std::string sentence;
  std::string group;
};

struct DescribedCommand {
  std::string name;  // "verify resume"
  std::string sentence;
  std::string footer;
  std::vector<DescribedOption> arguments, options;
  bool takes_job = false;  // CONFIG.toml key=value ...
};

/// Every command in the order of --help, those inside another one after it.
std::vector<DescribedCommand> describe_commands(const CLI::App& app);

/// A script for bash, zsh or fish; an Error for any other shell.
std::string write_completion(const std::string& shell, const std::vector<DescribedCommand>& commands);

/// The manual page of the program, or of one command, as roff (man(7)).
std::string write_program_manual(const CLI::App& app, const std::vector<DescribedCommand>& commands);
std::string write_command_manual(const DescribedCommand& command);

/// Adds `completion` and `manual`, which describe all other commands of the app.
void add_shell(CLI::App& app, int& exit_code);

}  // namespace sextant::cli
