// The program: reads the command line, and says in one line what went wrong.
// Exit code 2: the request was wrong; 1: a run broke or a check failed; 128 + signal: interrupted.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <tuple>

#include "sextant/cli/command_tree.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/core/options.h"
#include "sextant/core/printable.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/sweep/mpi_launch.h"

namespace {

using namespace sextant::cli;

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
bool is_echo(int argc, char** argv) { return launched_rank() > 0 && argc > 1 && std::string_view(argv[1]) == "sweep"; }

/// One line, made without memory: there may be none left.
int complain(const char* text, int exit_code) noexcept {
  std::fputs("sextant: ", stderr);
  for (; *text != '\0'; ++text) {
    const auto letter = static_cast<unsigned char>(*text);
    if (letter == '\n')
      std::fputc(' ', stderr);
    else if (letter < 0x20 || letter == 0x7f)
      std::fprintf(stderr, "\\x%02x", letter);  // names from files do not steer the terminal
    else
      std::fputc(letter, stderr);
  }
  std::fputc('\n', stderr);
  return exit_code;
}

/// What was printed must have arrived: a full disk behind stdout is an error too.
int flush(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  return complain("the output could not be written", 1);
}

/// A destructor of a library that needs memory (nlohmann's JSON has one) cannot pass on that there is none. What was
/// written is whole either way, so this too ends with the reason and not by a signal.
[[noreturn]] void end_without_memory() noexcept {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc& error) {
    std::fflush(stdout);
    std::_Exit(complain(reason_of(error), 1));
  } catch (...) {
  }
  std::abort();
}

/// A file that takes the place of a closed stdout would be given what is printed. To use these fails as it did before.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) == -1) std::ignore = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Files are mapped into memory. One that became shorter has pages that are no longer there; whatever was written is
/// whole. Only what a signal handler may do is done here.
void end_for_lost_pages(int) {
  constexpr std::string_view text = "sextant: a file that was being read became shorter, or its disk failed\n";
  std::ignore = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(1);
}

/// What the command line asks for.
int run_command_line(int argc, char** argv) {
  int exit_code = 0;
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
      "  sextant cost job.toml                          predict seconds and memory, and how they grow\n"
      "  sextant discover timeseries.mat                discover the unknown arrangement of variables\n"
      "  sextant stress --corpus texts.txt              measure which encoding fits a corpus\n"
      "  sextant list positions                         list the positional encodings\n"
      "  sextant verify necessity                       verify that positions are needed\n"
      "  sextant inspect model.safetensors              inspect the position embeddings of a checkpoint\n"
      "  sextant compress MODEL --rank 12 --out DIR      reduce the rank of its position embeddings\n"
      "  sextant report sweeps/job                      write the results as a single HTML page\n"
      "`sextant COMMAND --help` shows the options of a command.");
  try {
    add_train(app, exit_code);
    add_sweep(app, exit_code);
    add_results(app, exit_code);
    add_analyse(app, exit_code);
    add_reproduce(app, exit_code);
    add_tune(app, exit_code);
    add_compare(app, exit_code);
    add_cost(app, exit_code);
    add_discover(app, exit_code);
    add_simulate(app, exit_code);
    add_stress(app, exit_code);
    add_encode(app, exit_code);
    add_lists(app, exit_code);
    add_verify(app, exit_code);
    add_export(app, exit_code);
    add_inspect(app, exit_code);
    add_audit(app, exit_code);
    add_extend(app, exit_code);
    add_compress(app, exit_code);
    add_replace(app, exit_code);
    add_init(app, exit_code);
    add_report(app, exit_code);
    add_view(app, exit_code);
    add_shell(app, exit_code);
    app.parse(argc, argv);
    return flush(exit_code);
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}", version.what());
    return flush(0);
  } catch (const CLI::Success& success) {  // --help
    return flush(app.exit(success));
  } catch (const CLI::ParseError& error) {
    return is_echo(argc, argv) ? 2 : complain(describe(error, app, argc, argv).c_str(), 2);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    keep_standard_streams();
    std::set_terminate(end_without_memory);
    receive_signals();
    keep_freed_memory();
    std::signal(SIGBUS, end_for_lost_pages);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, not the program's end
    return run_command_line(argc, argv);
  } catch (const DiskError& error) {
    return is_echo(argc, argv) ? 1 : complain(error.what(), 1);
  } catch (const Error& error) {
    return is_echo(argc, argv) ? 2 : complain(error.what(), 2);
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(fmt::format("cannot read {}: {}", error.path1().string(), error.code().message()).c_str(), 2);
  } catch (const BrokenRun& error) {
    std::fflush(stdout);
    return complain(error.what(), 1);
  } catch (const std::exception& error) {
    return std::ferror(stdout) ? flush(1) : complain(reason_of(error), 1);
  }
}
