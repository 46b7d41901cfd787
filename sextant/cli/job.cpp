// From the command line to a configuration.
#include "sextant/cli/job.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::cli {

void TypedJob::add_to(CLI::App& command, const char* help, const char* type_name) {
  command.add_option("job", arguments, help)->type_name(type_name);
  command
      .add_option("--like", like,
                  "the keys of a known model, which other keys override: bert, gpt2, llama, vit, ito, zhang "
                  "(`sextant list presets`)")
      ->type_name("NAME");
}

JobArguments::JobArguments(const TypedJob& typed) {
  if (!typed.like.empty()) assignments.push_back("like=" + typed.like);
  std::string file;
  for (const auto& argument : typed.arguments) {
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

Job::Job(const TypedJob& typed) {
  JobArguments given(typed);
  configuration = std::move(given.configuration);
  name = std::move(given.name);
  for (const auto& assignment : given.assignments) apply_override(configuration, assignment);
}

}  // namespace sextant::cli
