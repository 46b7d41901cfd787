#include "sextant/lab/experiment/library.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"

namespace sextant::lab {

const std::vector<BuiltInExperiment>& built_in_experiments() {
  static const std::vector<BuiltInExperiment> experiments{
#include "sextant_experiments.inc"
  };
  return experiments;
}

ExperimentFile find_experiment(const std::string& name) {
  if (name.find_first_of("./") != std::string::npos) {
    const std::string text = read_file(name);
    return {std::filesystem::path(name).stem().string(), text, parse_toml(text, name)};
  }
  std::vector<std::string> names;
  for (const auto& one : built_in_experiments()) {
    if (one.name == name) return {name, std::string(one.text), parse_toml(one.text, name + ".toml")};
    names.emplace_back(one.name);
  }
  fail("reproduce: no experiment '{}'{}; known: {}; or give a file, as in ./mine.toml", name,
       nearest_name_hint(name, names), fmt::join(names, ", "));
}

}  // namespace sextant::lab
