// From the command line to a configuration.
#include "sextant/cli/job.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant {

Job::Job(const std::vector<std::string>& arguments) {
  std::string file;
  for (const auto& argument : arguments) {
    if (argument.find('=') != std::string::npos) continue;
    require(file.empty(), "one configuration at a time: given {} and {}; options are key=value", file, argument);
    file = argument;
  }
  if (!file.empty()) {
    configuration = read_toml_file(file);
    name = std::filesystem::path(file).stem().string();
  }
  for (const auto& argument : arguments)
    if (argument.find('=') != std::string::npos) apply_override(configuration, argument);
}

bool Job::wants_double() const {
  const auto precision = configuration.find("precision");
  return precision != configuration.end() && *precision == "double";
}

}  // namespace sextant
