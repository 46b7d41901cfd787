// What was typed after a command: at most one configuration file, then key=value.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::cli {

/// The same, with the assignments not yet applied.
struct JobArguments {
  explicit JobArguments(const std::vector<std::string>& arguments);

  Tree configuration = Tree::object();  // of the file
  std::string name = "default";         // of the file without its folder and ending
  std::vector<std::string> assignments;
};

struct Job {
  /// Reads the file, if there is one, and applies the assignments in order.
  explicit Job(const std::vector<std::string>& arguments);

  Tree configuration = Tree::object();
  std::string name = "default";  // of the file without its folder and ending
};

}  // namespace sextant::cli
