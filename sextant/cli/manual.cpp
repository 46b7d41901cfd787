// Manual pages in roff, from what --help says.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "sextant/cli/command_tree.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/core/files.h"

namespace sextant::cli {
namespace {

/// A backslash, a leading dot and a leading quote have a meaning of their own in roff; a minus sign is not a hyphen.
std::string roff(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else if ((letter == '.' || letter == '\'') && (result.empty() || result.back() == '\n'))
      result += std::string("\\&") + letter;
    else
      result += letter;
  }
  return result;
}

std::string page_head(const std::string& name, const std::string& sentence) {
  std::string upper = name;
  std::ranges::transform(upper, upper.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return fmt::format(".TH {} 1\n.SH NAME\n{} \\- {}\n", upper, roff(name), roff(sentence));
}

std::string option_entry(const DescribedOption& option) {
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(fmt::format("{}", fmt::join(option.names, ", "))),
                     option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.value)), roff(option.sentence));
}

/// Lines as they are.
std::string literal(const std::string& text) { return fmt::format(".nf\n{}\n.fi\n", roff(text)); }

std::string dashed(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return "sextant-" + name;
}

}  // namespace

std::string write_program_manual(const CLI::App& app, const std::vector<DescribedCommand>& commands) {
  std::string text = page_head("sextant", "a laboratory for positional encodings and initialisation");
  text += ".SH SYNOPSIS\n\\fBsextant\\fR \\fICOMMAND\\fR [\\fIarguments\\fR]\n";
  text += fmt::format(".SH DESCRIPTION\n{}\n.SH COMMANDS\n", roff(app.get_description()));
  for (const auto& command : commands)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}; see \\fB{}\\fR(1).\n", roff(command.name), roff(command.sentence),
                        roff(dashed(command.name)));
  text += ".SH EXAMPLES\n" + literal(app.get_footer());
  return text +
         ".SH EXIT STATUS\n0 on success, 1 where a run broke or a check failed, 2 for a wrong request, 3 for a sweep "
         "that "
         "ran out of time, 128 plus the signal where it was interrupted.\n"
         ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nwhen set, no colours are printed\n";
}

std::string write_command_manual(const DescribedCommand& command) {
  std::string text = page_head(dashed(command.name), command.sentence);
  text += fmt::format(".SH SYNOPSIS\n\\fBsextant {}\\fR [\\fIoptions\\fR]", roff(command.name));
  for (const auto& argument : command.arguments)
    text += fmt::format(" \\fI{}\\fR", roff(argument.value.empty() ? argument.names.front() : argument.value));
  text += fmt::format("\n.SH DESCRIPTION\n{}.\n", roff(command.sentence));
  if (!command.arguments.empty()) text += ".SH ARGUMENTS\n";
  for (const auto& argument : command.arguments) text += option_entry(argument);
  text += ".SH OPTIONS\n";
  for (const auto& option : command.options) text += option_entry(option);
  if (!command.footer.empty()) text += ".SH NOTES\n" + literal(command.footer);
  return text + ".SH SEE ALSO\n\\fBsextant\\fR(1)\n";
}

void add_shell(CLI::App& app, int& exit_code) {
  auto* completion = app.add_subcommand("completion", "Print the completion script of a shell: bash, zsh or fish");
  auto shell = std::make_shared<std::string>();
  completion->add_option("shell", *shell, "bash, zsh or fish")->required()->type_name("SHELL");
  completion->footer(
      "Examples:\n  source <(sextant completion bash)\n  sextant completion fish > "
      "~/.config/fish/completions/sextant.fish");
  completion->callback([=, &app, &exit_code] {
    fmt::print("{}", write_completion(*shell, describe_commands(app)));
    exit_code = 0;
  });
  auto* manual =
      app.add_subcommand("manual", "Write the manual pages, sextant.1 and one per command, into a directory");
  auto directory = std::make_shared<std::string>();
  manual->add_option("directory", *directory, "where to write them")->required()->type_name("DIR");
  manual->footer("Examples:\n  sextant manual man && man man/sextant.1");
  manual->callback([=, &app, &exit_code] {
    const auto commands = describe_commands(app);
    make_directory(*directory);
    write_file_atomically(*directory + "/sextant.1", write_program_manual(app, commands));
    for (const auto& command : commands)
      write_file_atomically(fmt::format("{}/{}.1", *directory, dashed(command.name)), write_command_manual(command));
    print_out("{} manual pages written to {}\n", commands.size() + 1, *directory);
    exit_code = 0;
  });
}

}  // namespace sextant::cli
