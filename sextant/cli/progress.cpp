// One line, rewritten.
#include "sextant/cli/progress.h"

#include <unistd.h>

#include <cstdio>

#include "sextant/cli/duration.h"
#include "sextant/cli/interruption.h"

namespace sextant::cli {
namespace {

constexpr double seconds_between_updates = 0.1;  // on a terminal
constexpr double seconds_between_lines = 5;      // elsewhere

std::string describe_metrics(const Metrics& metrics) {
  std::string text = fmt::format("loss {:.4g}", metrics.loss);
  if (metrics.accuracy) text += fmt::format("  accuracy {:.4f}", *metrics.accuracy);
  return text;
}

}  // namespace

Progress::Progress(Index first_step, Index steps, Index batch, bool quiet)
    : first_step_(first_step),
      steps_(steps),
      batch_(batch),
      quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      shown_(start_) {}

void Progress::on_step(const StepReport& report) {
  if (quiet_) return;
  const auto now = Clock::now();
  const std::chrono::duration<double> since_shown = now - shown_;
  const bool last = terminal_ && report.step == steps_;
  if (!last && since_shown.count() < (terminal_ ? seconds_between_updates : seconds_between_lines)) return;
  shown_ = now;
  show(report, std::chrono::duration<double>(now - start_).count());
}

void Progress::show(const StepReport& report, double seconds) {
  const auto done = static_cast<double>(report.step - first_step_);
  const double rate = seconds > 0 ? done * static_cast<double>(batch_) / seconds : 0;
  const double left = seconds / done * static_cast<double>(steps_ - report.step);
  const std::string line = fmt::format("step {}/{}  {}{}  {:.0f} samples/s  {} left", report.step, steps_,
                                       describe_metrics(report.metrics), evaluation_, rate, describe_duration(left));
  if (terminal_) {
    fmt::print(stderr, "\r{:<{}}", line, width_);  // padded: covers what stood there
    width_ = line.size();
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

void Progress::on_evaluation(Index, const std::string& split, const Metrics& metrics) {
  evaluation_ = metrics.accuracy ? fmt::format("  {} accuracy {:.4f}", split, *metrics.accuracy)
                                 : fmt::format("  {} loss {:.4g}", split, metrics.loss);
}

bool Progress::wants_stop(Index) { return Interruption::signal() != 0; }

void Progress::end() {
  if (width_ > 0) std::fputs("\n", stderr);
  width_ = 0;
}

}  // namespace sextant::cli
