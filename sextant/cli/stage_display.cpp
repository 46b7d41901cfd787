#include "sextant/cli/stage_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "sextant/cli/print.h"
#include "sextant/lab/sweep/prediction.h"

namespace sextant::cli {
namespace {

constexpr double seconds_between_stage_updates = 0.1;  // on a terminal
constexpr double seconds_between_stage_lines = 5;      // elsewhere

}  // namespace

StageDisplay::StageDisplay(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), shown_(Clock::now()) {}

void StageDisplay::on_progress(const Progress& progress) {
  if (quiet_) return;
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - shown_).count() <
      (terminal_ ? seconds_between_stage_updates : seconds_between_stage_lines))
    return;
  shown_ = now;
  std::string line = progress.stage;
  if (progress.seconds_left)
    line += fmt::format("  {:.0f} %  {} left", 100 * progress.done / progress.total,
                        describe_duration(*progress.seconds_left));
  if (terminal_) {
    fmt::print(stderr, "\r{:<{}}", printable_line(line), width_);
    width_ = line.size();
  } else {
    print_error("{}\n", line);
  }
  std::fflush(stderr);
}

void StageDisplay::on_message(const Message& message) {
  if (quiet_) return;
  end();
  print_error("{}{}\n", message.kind == Message::Kind::warning ? "warning: " : "", message.text);
}

void StageDisplay::end() {
  if (width_ > 0) fmt::print(stderr, "\r{:<{}}\r", "", width_);
  width_ = 0;
}

}  // namespace sextant::cli
