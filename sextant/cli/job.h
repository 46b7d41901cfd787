// What was typed after a command: at most one configuration file, then key=value.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/tree.h"

namespace CLI {
class App;
}

namespace sextant::cli {

/// What was typed for a job: its arguments, and --like NAME, which is short for like=NAME.
struct TypedJob {
  std::vector<std::string> arguments;
  std::string like;

  void add_to(CLI::App& command, const char* help, const char* type_name = "CONFIG.toml key=value ...");
};

/// The same, with the assignments not yet applied.
struct JobArguments {
  explicit JobArguments(const TypedJob& typed);

  Tree configuration = Tree::object();  // of the file
  std::string name = "default";         // of the file without its folder and ending
  std::vector<std::string> assignments;
};

struct Job {
  /// Reads the file, if there is one, and applies the assignments in order.
  explicit Job(const TypedJob& typed);

  Tree configuration = Tree::object();
  std::string name = "default";  // of the file without its folder and ending
};

}  // namespace sextant::cli
