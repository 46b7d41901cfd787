// Commands through the shell, with what they print.
#include "sextant/lab/sweep/slurm_queue.h"

#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/sweep/slurm.h"

namespace sextant::lab {
namespace {

using Clock = std::chrono::steady_clock;

struct Printed {
  int code = 0;
  std::string text;  // stdout and stderr
};

Printed run_command(const std::string& command) {
  Printed printed;
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  require(pipe != nullptr, "{}: cannot be started", command);
  char part[4096];
  while (std::fgets(part, sizeof part, pipe)) printed.text += part;
  const int status = ::pclose(pipe);
  printed.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return printed;
}

/// Few questions for long sweeps.
std::chrono::duration<double> time_until_next_look(Clock::duration passed) {
  return std::clamp<std::chrono::duration<double>>(passed / 10, std::chrono::seconds(1), std::chrono::seconds(30));
}

void sleep_unless_stopped(std::chrono::duration<double> time, const std::stop_token& stop) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

}  // namespace

void require_slurm() {
  require(run_command("command -v sbatch").code == 0,
          "--slurm: sbatch not found; submit from a login node of the cluster, or sweep without --slurm");
}

Index most_tasks() {
  const Printed printed = run_command("scontrol show config");
  return printed.code == 0 ? read_most_tasks(printed.text) : usual_most_tasks;
}

bool is_in_the_queue(const SlurmJobs& jobs) {
  const std::string both = jobs.gather.empty() ? jobs.array : jobs.array + "," + jobs.gather;
  const Printed printed = run_command("squeue --noheader --jobs=" + both);
  if (printed.code == 0) return printed.text.find_first_not_of(" \n") != std::string::npos;
  return printed.text.find("Invalid job id") == std::string::npos;  // otherwise forgotten already
}

std::string submit_script(const std::string& path, const std::string& dependency) {
  const std::string option = dependency.empty() ? "" : " --dependency=" + quote_word(dependency);
  const Printed printed = run_command(fmt::format("sbatch --parsable{} {}", option, quote_word(path)));
  // Warnings may stand before the line "ID" or "ID;CLUSTER".
  const auto last = printed.text.find_last_not_of(" \n");
  const auto start = last == std::string::npos ? 0 : printed.text.rfind('\n', last) + 1;
  const auto id = printed.text.substr(start, printed.text.find_first_not_of("0123456789", start) - start);
  if (printed.code != 0 || id.empty())
    throw BrokenRun(fmt::format("sbatch rejected {}: {}", path, printed.text.empty() ? "no reason" : printed.text));
  return id;
}

Index wait_for_slurm(const SlurmJobs& submitted, const SweepDirectory& directory, const std::vector<SweepJob>& jobs,
                     Events& events, const std::stop_token& stop) {
  const auto start = Clock::now();
  auto left = look_up(directory, jobs, nullptr).pending;
  for (bool over = false; !over && !stop.stop_requested();) {
    sleep_unless_stopped(time_until_next_look(Clock::now() - start), stop);
    if (stop.stop_requested()) break;
    over = !is_in_the_queue(submitted);
    auto now = look_up(directory, left, nullptr).pending;
    if (now.size() != left.size())
      events.on_progress({"waiting for Slurm",
                          static_cast<double>(jobs.size() - now.size()),
                          static_cast<double>(jobs.size()),
                          "runs",
                          {}});
    left = std::move(now);
  }
  return static_cast<Index>(left.size());
}

}  // namespace sextant::lab
