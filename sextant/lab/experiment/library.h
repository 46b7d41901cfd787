// The experiments that are part of the program: the files of experiments/, put into it by the build.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::lab {

struct BuiltInExperiment {
  std::string_view name;  // of its file, without the ending
  std::string_view text;  // TOML
};

/// In the order of their names.
const std::vector<BuiltInExperiment>& built_in_experiments();

/// An experiment's file, read but not checked.
struct ExperimentFile {
  std::string name;
  std::string text;
  Tree tree;
};

/// A built-in name, or a path: something with a '.' or a '/' in it.
ExperimentFile find_experiment(const std::string& name);

}  // namespace sextant::lab
