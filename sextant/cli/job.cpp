// From the command line to a configuration.
#include "sextant/cli/job.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::cli {

JobArguments::JobArguments(const std::vector<std::string>& arguments) {
  std::string file;
  for (const auto& argument : arguments) {
    if (argument.find('=') != std::string::npos) {
      assignments.push_back(argument);
      continue;
    }
    require(file.empty(), "one configuration at a time: given {} and {}; options are key=value", file, argument);
    file = argument;
  }
  if (file.empty()) return;
  configuration = read_toml_file(file);
  require(!configuration.empty(),
          "{}: the file sets no option; name options in it (`sextant options` lists them), or leave it out to use the "
          "built-in job",
          file);
  name = std::filesystem::path(file).stem().string();
}

Job::Job(const std::vector<std::string>& arguments) {
  JobArguments given(arguments);
  configuration = std::move(given.configuration);
  name = std::move(given.name);
  for (const auto& assignment : given.assignments) apply_override(configuration, assignment);
}

}  // namespace sextant::cli
