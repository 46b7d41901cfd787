// The command line of `sextant sweep`.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "sextant/cli/arguments.h"
#include "sextant/cli/job.h"
#include "sextant/cli/sweep_command.h"
#include "sextant/core/error.h"
#include "sextant/lab/sweep_runner.h"

namespace sextant::f64 {  // compiled with double (this file is compiled with float)
std::unique_ptr<Runner> make_runner();
}

namespace sextant {
namespace {

constexpr const char* footer =
    "Values: 2,3,4 a list; 0.3:1.0:0.1 a range with both ends; 1:15 whole numbers; 1e-4:1e-1:x10 by a factor.\n"
    "The same as a section of CONFIG.toml:\n"
    "  [sweep]\n"
    "  seed = \"1:15\"\n"
    "  \"model.depth\" = [2, 3, 4]\n"
    "Every run is a directory under DIR/runs, named by a hash of all that decides its result. Ctrl-C stops cleanly,\n"
    "and the same command goes on; a larger grid makes only what is missing. A run that diverges is a result; one "
    "that\n"
    "fails is tried once more. Two processes may work on one directory: each run is made once.\n"
    "Exit code: 0 all made; 1 a run failed; 3 out of time with runs left; 130 interrupted.\n"
    "Examples:\n"
    "  sextant sweep position.sigma=0.1,0.5,2 seed=1:5\n"
    "  sextant sweep job.toml model.depth=2,3,4 init.gamma=0.3:1.0:0.1 seed=1:15 --dry-run\n"
    "  sextant results sweeps/job";

bool wants_double(const Grid& grid) {
  const auto swept = grid.swept_keys();
  require(std::ranges::find(swept, "precision") == swept.end(),
          "precision: a sweep has one number type; make one sweep with float and one with double");
  return grid.base.value("precision", Tree()) == "double";
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sweep", "Train a grid of models; resumable, every run once, results in a store");
  auto arguments = std::make_shared<std::vector<std::string>>();
  auto request = std::make_shared<SweepRequest>();
  command->add_option("job", *arguments, "a TOML file, then key=value or key=values")
      ->type_name("CONFIG.toml key=values ...");
  command->add_option("--out", request->out, "directory of the sweep (default: sweeps/NAME)")->type_name("DIR");
  command->add_option("-j", request->at_once, "runs at once (default: one per processor)")->type_name("N");
  command->add_flag("--dry-run", request->dry_run, "list the runs and predict the hours; train nothing");
  command->add_flag("--shuffle", request->shuffle, "in a random order, the same each time");
  command->add_option("--max-hours", request->max_hours, "stop cleanly after this long")->type_name("HOURS");
  command->add_option("--part", request->part, "only every N-th run, starting with the K-th")->type_name("K/N");
  command->add_flag("--no-store", request->no_store, "write run directories only; --gather makes the store later");
  command->add_flag("--gather", request->gather, "train nothing; write finished runs that the store lacks into it");
  command->add_flag("--quiet", request->quiet, "no progress; errors and the summary are still said");
  command->footer(footer);
  command->callback([=, &exit_code] {
    JobArguments given(*arguments);
    request->name = given.name;
    const Grid grid(std::move(given.configuration), given.assignments);
    const auto runner = wants_double(grid) ? f64::make_runner() : make_runner();
    exit_code = sweep_command(*request, grid, *runner);
  });
}

}  // namespace sextant
