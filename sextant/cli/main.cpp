// The program: reads the command line, chooses the precision, and says in one line what went wrong.
// Exit code 2: the request was wrong; 1: a run broke or a check failed; 128 + signal: interrupted.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>

#include "sextant/cli/arguments.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/job.h"
#include "sextant/core/allocator.h"
#include "sextant/core/environment.h"
#include "sextant/core/error.h"
#include "sextant/lab/sweep/mpi_launch.h"

namespace {

using namespace sextant::cli;

constexpr const char* job_help = "a TOML file (default: the built-in job, word_order), then key=value overrides";

void add_train(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("train", "Train a model; re-running resumes or returns the cached result");
  auto arguments = std::make_shared<std::vector<std::string>>();
  auto request = std::make_shared<TrainRequest>();
  command->add_option("job", *arguments, job_help)->type_name("CONFIG.toml key=value ...");
  command->add_option("--out", request->out, "run directory (default: runs/NAME-HASH)")->type_name("DIR");
  command->add_flag("--quiet", request->quiet, "no progress or summary output; errors are still printed");
  command->add_flag("--audit", request->audit, "print mean, standard deviation and norm of every tensor before step 0");
  command->add_flag("--fresh", request->fresh, "delete an existing run in the directory first");
  command->add_flag("--tensorboard", request->tensorboard, "write TensorBoard event files while training");
  command->footer(
      "Examples:\n"
      "  sextant train\n"
      "  sextant train position.kind=rotary train.steps=2000 --out runs/rotary\n"
      "  sextant train job.toml seed=7 precision=double --audit\n"
      "Keys: `sextant options`. Names: `sextant list`.");
  command->callback([=, &exit_code] {
    const Job job(*arguments);
    request->configuration = job.configuration;
    request->name = job.name;
    exit_code = train_command(*request);
  });
}

void add_export(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("export", "Export the metrics of runs to CSV or TensorBoard");
  auto request = std::make_shared<ExportRequest>();
  command->add_option("runs", request->runs, "run directories, finished or not")->required()->type_name("RUN ...");
  command->add_option("--csv", request->csv, "one CSV table of all runs, with the run as first column")
      ->type_name("FILE");
  command->add_option("--tensorboard", request->tensorboard, "TensorBoard event files, DIR/RUN/events...")
      ->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  sextant export runs/* --csv all.csv\n"
      "  sextant export sweeps/depth/runs/* --tensorboard log\n"
      "Wall times in exported event files are interpolated; `sextant train --tensorboard` records them.");
  command->callback([=, &exit_code] { exit_code = export_command(*request); });
}

void add_verify(CLI::App& app, int& exit_code) {
  auto* verify = app.add_subcommand("verify", "Verify a guarantee on this machine");
  verify->require_subcommand(1);

  auto* resume = verify->add_subcommand(
      "resume", "Bitwise reproducibility: resumed, killed, with 1 or 2 threads, alongside other runs");
  auto arguments = std::make_shared<std::vector<std::string>>();
  auto resume_request = std::make_shared<VerifyResumeRequest>();
  resume->add_option("job", *arguments, job_help)->type_name("CONFIG.toml key=value ...");
  resume->add_option("--steps", resume_request->steps, "maximum number of training steps")->capture_default_str();
  resume->footer("Examples:\n  sextant verify resume job.toml\n  sextant verify resume position.kind=fire --steps 200");
  resume->callback([=, &exit_code] {
    const Job job(*arguments);
    resume_request->configuration = job.configuration;
    exit_code = verify_resume_command(*resume_request);
  });

  auto* necessity = verify->add_subcommand(
      "necessity", "An encoder without positions is blind to token order; with any encoding it is not");
  auto necessity_request = std::make_shared<VerifyNecessityRequest>();
  necessity->add_option("--steps", necessity_request->steps,
                        "maximum number of training steps per encoding (0: the default)");
  necessity->add_option("--seed", necessity_request->seed, "seed of weights and data")->capture_default_str();
  necessity->footer("Examples:\n  sextant verify necessity\n  sextant verify necessity --seed 7");
  necessity->callback([=, &exit_code] { exit_code = verify_necessity_command(*necessity_request); });
}

void add_lists(CLI::App& app, int& exit_code) {
  auto* list = app.add_subcommand("list", "List tasks, positions, initialisers and so on, with a description each");
  auto names = std::make_shared<std::vector<std::string>>();
  list->add_option("family", *names, "a family, optionally followed by one of its names to show its options")
      ->expected(0, 2)
      ->type_name("[FAMILY [NAME]]");
  list->footer("Examples:\n  sextant list\n  sextant list positions\n  sextant list positions rotary");
  list->callback([=, &exit_code] {
    exit_code = list_command(names->empty() ? "" : names->front(), names->size() < 2 ? "" : names->back());
  });
  app.add_subcommand("options", "Show every configuration key with its default and description")
      ->callback([&exit_code] { exit_code = options_command(); });
  app.add_subcommand("version", "Show version, commit, compiler and instruction set")->callback([] {
    fmt::print("{}\n", version_text());
  });
}

/// What CLI11 found wrong, and where a command was misspelt, the nearest one.
std::string describe(const CLI::ParseError& error, const CLI::App& app, int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "-";
  std::vector<std::string> commands;
  for (const auto* command : app.get_subcommands({})) commands.push_back(command->get_name());
  if (first.starts_with('-') || std::ranges::find(commands, first) != commands.end())
    return fmt::format("{}; see `sextant --help`", error.what());
  return fmt::format("no command '{}'{}; known: {}", first, nearest_name_hint(first, commands),
                     fmt::join(commands, ", "));
}

/// A sweep under MPI is asked for once, and what is wrong with it is said once.
bool is_echo(int argc, char** argv) { return launched_rank() > 0 && argc > 1 && std::string(argv[1]) == "sweep"; }

int complain(const std::string& text, int exit_code) {
  std::string line = text;
  for (char& letter : line)
    if (letter == '\n') letter = ' ';
  fmt::print(stderr, "sextant: {}\n", line);
  return exit_code;
}

/// What was printed must have arrived: a full disk behind stdout is an error too.
int flush(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  return complain("the output could not be written", 1);
}

}  // namespace

int main(int argc, char** argv) {
  receive_signals();
  keep_freed_memory();
  int exit_code = 0;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, not the program's end
  CLI::App app(
      "Sextant, a laboratory for positional encodings and initialisation: it trains small transformers on CPU with\n"
      "any positional encoding and any initialisation scale, bitwise reproducibly.",
      "sextant");
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  sextant train                                  train the built-in job\n"
      "  sextant train job.toml position.kind=rotary    train a job with one option overridden\n"
      "  sextant sweep job.toml seed=1:10 model.depth=2,3   a grid of runs\n"
      "  sextant analyse runs/quickstart                analyse a finished run\n"
      "  sextant reproduce necessity                    reproduce an experiment and check its claims\n"
      "  sextant tune gamma job.toml                    find the initialisation scale that generalises best\n"
      "  sextant discover timeseries.mat                discover the unknown arrangement of variables\n"
      "  sextant stress --corpus texts.txt              measure which encoding fits a corpus\n"
      "  sextant list positions                         list the positional encodings\n"
      "  sextant verify necessity                       verify that positions are needed\n"
      "  sextant inspect model.safetensors              inspect the position embeddings of a checkpoint\n"
      "  sextant report sweeps/job                      write the results as a single HTML page\n"
      "`sextant COMMAND --help` shows the options of a command.");
  try {
    add_train(app, exit_code);
    add_sweep(app, exit_code);
    add_results(app, exit_code);
    add_analyse(app, exit_code);
    add_reproduce(app, exit_code);
    add_tune(app, exit_code);
    add_discover(app, exit_code);
    add_stress(app, exit_code);
    add_encode(app, exit_code);
    add_lists(app, exit_code);
    add_verify(app, exit_code);
    add_export(app, exit_code);
    add_inspect(app, exit_code);
    add_report(app, exit_code);
    add_view(app, exit_code);
    app.parse(argc, argv);
    return flush(exit_code);
  } catch (const CLI::Success& success) {  // --help
    return flush(app.exit(success));
  } catch (const CLI::ParseError& error) {
    return is_echo(argc, argv) ? 2 : complain(describe(error, app, argc, argv), 2);
  } catch (const Error& error) {
    return is_echo(argc, argv) ? 2 : complain(error.what(), 2);
  } catch (const BrokenRun& error) {
    std::fflush(stdout);
    return complain(error.what(), 1);
  } catch (const std::exception& error) {
    return std::ferror(stdout) ? flush(1) : complain(error.what(), 1);
  }
}
