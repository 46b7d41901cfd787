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

constexpr const char* job_help = "a TOML file (left out: the built-in job, word_order), then key=value to change it";

void add_train(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("train", "Train a model; asked again, go on where it was or answer from the disk");
  auto arguments = std::make_shared<std::vector<std::string>>();
  auto request = std::make_shared<TrainRequest>();
  command->add_option("job", *arguments, job_help)->type_name("CONFIG.toml key=value ...");
  command->add_option("--out", request->out, "directory of the run (default: runs/NAME-HASH)")->type_name("DIR");
  command->add_flag("--quiet", request->quiet, "no progress, no summary; errors are still said");
  command->add_flag("--audit", request->audit, "print mean, spread and norm of every tensor before step 0");
  command->add_flag("--fresh", request->fresh, "remove a run that is already in the directory");
  command->add_flag("--tensorboard", request->tensorboard, "write event files into the directory while training");
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
  auto* command = app.add_subcommand("export", "Write the metrics of runs for other programs");
  auto request = std::make_shared<ExportRequest>();
  command->add_option("runs", request->runs, "directories of runs, finished or not")->required()->type_name("RUN ...");
  command->add_option("--csv", request->csv, "one table of all rows, with the run in front")->type_name("FILE");
  command->add_option("--tensorboard", request->tensorboard, "event files, DIR/RUN/events...")->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  sextant export runs/* --csv all.csv\n"
      "  sextant export sweeps/depth/runs/* --tensorboard log\n"
      "Times in event files are spread evenly over the seconds of training; `sextant train --tensorboard` has true "
      "ones.");
  command->callback([=, &exit_code] { exit_code = export_command(*request); });
}

void add_verify(CLI::App& app, int& exit_code) {
  auto* verify = app.add_subcommand("verify", "Prove a promise on this machine");
  verify->require_subcommand(1);

  auto* resume = verify->add_subcommand(
      "resume", "A run ends in the same bytes: resumed, killed, on 1 or 2 threads, beside other runs");
  auto arguments = std::make_shared<std::vector<std::string>>();
  auto resume_request = std::make_shared<VerifyResumeRequest>();
  resume->add_option("job", *arguments, job_help)->type_name("CONFIG.toml key=value ...");
  resume->add_option("--steps", resume_request->steps, "at most this many steps of the job")->capture_default_str();
  resume->footer("Examples:\n  sextant verify resume job.toml\n  sextant verify resume position.kind=fire --steps 200");
  resume->callback([=, &exit_code] {
    const Job job(*arguments);
    resume_request->configuration = job.configuration;
    exit_code = verify_resume_command(*resume_request);
  });

  auto* necessity = verify->add_subcommand(
      "necessity", "Without positions an encoder cannot tell orders apart; with any encoding it can");
  auto necessity_request = std::make_shared<VerifyNecessityRequest>();
  necessity->add_option("--steps", necessity_request->steps, "training steps per encoding, at most (0: the default)");
  necessity->add_option("--seed", necessity_request->seed, "another seed, other weights and data")
      ->capture_default_str();
  necessity->footer("Examples:\n  sextant verify necessity\n  sextant verify necessity --seed 7");
  necessity->callback([=, &exit_code] { exit_code = verify_necessity_command(*necessity_request); });
}

void add_lists(CLI::App& app, int& exit_code) {
  auto* list = app.add_subcommand("list", "Show what can be chosen by name, with a sentence each");
  auto names = std::make_shared<std::vector<std::string>>();
  list->add_option("family", *names, "a family, then perhaps one of its names, whose options are shown")
      ->expected(0, 2)
      ->type_name("[FAMILY [NAME]]");
  list->footer("Examples:\n  sextant list\n  sextant list positions\n  sextant list positions rotary");
  list->callback([=, &exit_code] {
    exit_code = list_command(names->empty() ? "" : names->front(), names->size() < 2 ? "" : names->back());
  });
  app.add_subcommand("options", "Show every key of a configuration with its default and its meaning")
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
    return fmt::format("{}; `sextant --help` shows what there is", error.what());
  return fmt::format("there is no command '{}'{}; known: {}", first, nearest_name_hint(first, commands),
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
  return complain("what was to be printed could not be written", 1);
}

}  // namespace

int main(int argc, char** argv) {
  receive_signals();
  keep_freed_memory();
  int exit_code = 0;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, not the program's end
  CLI::App app(
      "Sextant finds out where a transformer thinks it is: it trains small transformers with any positional\n"
      "encoding and any initialisation, at the speed of the machine.",
      "sextant");
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  sextant train                                  the built-in job\n"
      "  sextant train job.toml position.kind=rotary    a job with one option changed\n"
      "  sextant sweep job.toml seed=1:10 model.depth=2,3   a grid of runs\n"
      "  sextant analyse runs/quickstart                what a finished run learned\n"
      "  sextant reproduce necessity                    an experiment with its claims\n"
      "  sextant tune gamma job.toml                    the initialisation scale that generalises best\n"
      "  sextant discover timeseries.mat                the arrangement of variables that nobody knows\n"
      "  sextant stress --corpus texts.txt              which encoding fits the words at positions\n"
      "  sextant list positions                         what can be chosen\n"
      "  sextant verify necessity                       why positions are needed at all\n"
      "  sextant inspect model.safetensors              the positions of somebody else's model\n"
      "  sextant report sweeps/job                      the results as one page\n"
      "`sextant COMMAND --help` says more.");
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
