#include "sextant/cli/stage_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "sextant/cli/duration.h"

namespace sextant::cli {
namespace {

constexpr double seconds_between_stage_updates = 0.1;  // on a terminal
constexpr double seconds_between_stage_lines = 5;      // elsewhere

}  // namespace

StageProgress::StageProgress(bool quiet)
    : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()), shown_(start_) {}

void StageProgress::show(const std::string& stage, double share) {
  if (quiet_) return;
  const auto now = Clock::now();
  if (stage != stage_) {
    stage_ = stage;
    start_ = now;
  }
  if (std::chrono::duration<double>(now - shown_).count() <
      (terminal_ ? seconds_between_stage_updates : seconds_between_stage_lines))
    return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = stage;
  if (share > 0)
    line += fmt::format("  {:.0f} %  {} left", 100 * share, describe_duration(seconds / share * (1 - share)));
  if (terminal_) {
    fmt::print(stderr, "\r{:<{}}", line, width_);
    width_ = line.size();
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

void StageProgress::end() {
  if (width_ > 0) fmt::print(stderr, "\r{:<{}}\r", "", width_);
  width_ = 0;
}

}  // namespace sextant::cli
