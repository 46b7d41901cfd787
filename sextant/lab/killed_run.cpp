// posix_spawn, wait, kill, again.
#include "sextant/lab/killed_run.h"

#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/results/run_files.h"

extern char** environ;

namespace sextant::lab {
namespace {

using Clock = std::chrono::steady_clock;

pid_t start(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const auto& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
  require(error == 0, "{}: cannot be started: {}", command[0], std::strerror(error));
  return child;
}

/// True once the child has ended, with its status.
bool has_ended(pid_t child, int& status) { return ::waitpid(child, &status, WNOHANG) == child; }

void nap() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

/// Lets the child work for `patience` after its metrics appear, then kills it; true where that hit.
bool kill_after(pid_t child, std::chrono::duration<double> patience, const std::string& metrics) {
  int status = 0;
  while (!file_exists(metrics)) {
    if (has_ended(child, status)) return false;
    nap();
  }
  const auto end = Clock::now() + patience;
  while (Clock::now() < end) {
    if (has_ended(child, status)) return false;
    nap();
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

}  // namespace

KilledRun run_with_kills(const std::vector<std::string>& command, const Random& random, const std::string& directory) {
  constexpr Index attempts = 8;
  KilledRun result;
  std::chrono::duration<double> longest(0.2);  // how long to wait at most; halved whenever that was too long
  for (Index attempt = 0; attempt < attempts; ++attempt) {
    const double share = random.uniform(static_cast<std::uint64_t>(attempt));
    if (kill_after(start(command), longest * share, file_in(directory, run_file::metrics))) {
      ++result.kills;
      continue;
    }
    if (result.kills > 0) break;
    // It ended too early: begin anew and be quicker.
    for (const char* name : {run_file::result, run_file::checkpoint, run_file::metrics})
      std::remove(file_in(directory, name).c_str());
    longest /= 4;
  }
  int status = 0;
  const pid_t last = start(command);
  ::waitpid(last, &status, 0);
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "{}: did not finish after {} kills (exit code {})", command[0],
          result.kills, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return result;
}

}  // namespace sextant::lab
