// The command line of `sextant tune`.
#include <CLI/CLI.hpp>

#include "sextant/cli/arguments.h"
#include "sextant/cli/job.h"
#include "sextant/cli/tune_command.h"
#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/lab/sweep_runner.h"

namespace sextant::cli {
namespace {

constexpr const char* tune_footer =
    "Successive halving: every value is tried with a few seeds, the better half with twice as many, and so on until\n"
    "two are left. The score is the accuracy (else the loss) on a held-out split: gen, inferential or held_out if the\n"
    "task has one, else test, or the one given by --split. Re-running the same command resumes.\n"
    "Examples:\n"
    "  sextant tune gamma job.toml\n"
    "  sextant tune sigma job.toml --values 0.01:1:x2 --seeds 16\n"
    "  sextant tune optimizer.weight_decay job.toml --values 0.01,0.1,1 --split gen";

/// What a short name stands for, and the values to choose among where none are given.
struct Known {
  const char* name;
  const char* key;
  const char* values;
};
constexpr Known known[] = {{"gamma", "init.gamma", "0.3:1.2:0.1"}, {"sigma", "position.sigma", "0.05,0.1,0.2,0.5,1,2"}};

Axis read_values(const std::string& name, const std::string& values) {
  for (const auto& one : known)
    if (name == one.name) return parse_axis(one.key, values.empty() ? one.values : values);
  require(name.find('.') != std::string::npos,
          "tune {}: expected gamma, sigma or the key of an option, as in init.gamma", name);
  require(!values.empty(), "tune {}: give candidate values, as in --values 0.1,0.2,0.5", name);
  return parse_axis(name, values);
}

}  // namespace

void add_tune(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("tune", "Tune an option by generalisation performance, with a confidence in the best value");
  auto arguments = std::make_shared<std::vector<std::string>>();
  auto request = std::make_shared<TuneRequest>();
  auto values = std::make_shared<std::string>();
  command->add_option("job", *arguments, "gamma, sigma or an option key; then a TOML file and key=value overrides")
      ->required()
      ->type_name("KEY CONFIG.toml key=value ...");
  command->add_option("--values", *values, "candidate values: a list or a range, as in `sextant sweep`")
      ->type_name("VALUES");
  command->add_option("--split", request->split, "split on which accuracy, or loss, is the score")->type_name("SPLIT");
  command->add_option("--seeds", request->seeds, "seeds for the last two values")->capture_default_str();
  command->add_option("--first-seeds", request->first_seeds, "seeds for every value in the first round")
      ->capture_default_str();
  command->add_option("--out", request->out, "sweep directory (default: tuned/NAME-KEY)")->type_name("DIR");
  command->add_option("-j", request->at_once, "number of runs in parallel (default: one per core)")->type_name("N");
  command->add_option("--max-hours", request->max_hours, "time limit per round; stops cleanly and can be resumed")
      ->type_name("HOURS");
  command->add_flag("--dry-run", request->dry_run, "print the rounds and list the runs of the first without training");
  command->add_flag("--quiet", request->quiet, "no progress output; errors and results are still printed");
  command->footer(tune_footer);
  command->callback([=, &exit_code] {
    request->values = read_values(arguments->front(), *values);
    const std::vector<std::string> rest(arguments->begin() + 1, arguments->end());
    const Job job(rest);
    request->name = job.name;
    exit_code = tune_command(*request, job.configuration, *make_runner());
  });
}

}  // namespace sextant::cli
