// One line, rewritten.
#include "sextant/cli/train_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "sextant/cli/print.h"
#include "sextant/lab/sweep/prediction.h"

namespace sextant::cli {
namespace {

constexpr double seconds_between_updates = 0.1;  // on a terminal
constexpr double seconds_between_lines = 5;      // elsewhere

std::string describe_metrics(const RunEvent& event) {
  std::string text = fmt::format("loss {:.4g}", event.loss);
  if (event.accuracy) text += fmt::format("  accuracy {:.4f}", *event.accuracy);
  return text;
}

}  // namespace

TrainDisplay::TrainDisplay(Index batch, bool quiet, bool audit)
    : batch_(batch), quiet_(quiet), audit_(audit), terminal_(::isatty(STDERR_FILENO) == 1) {}

void TrainDisplay::on_message(const Message& message) {
  if (!quiet_) print_out("note    {}\n", message.text);
}

void TrainDisplay::on_finding(const Finding& finding) {
  if (audit_) print_out("{}", finding.text);
}

void TrainDisplay::on_run(const RunEvent& event) {
  if (event.kind == RunEvent::Kind::started) {
    first_step_ = event.step;
    start_ = shown_ = Clock::now();
  } else if (event.kind == RunEvent::Kind::progressed) {
    progress(event);
  } else if (event.kind == RunEvent::Kind::evaluated) {
    // It stays in the line until the next evaluation, so it says of which step it is.
    evaluation_ = event.accuracy
                      ? fmt::format("  {} accuracy {:.4f} at step {}", event.split, *event.accuracy, event.step)
                      : fmt::format("  {} loss {:.4g} at step {}", event.split, event.loss, event.step);
  }
}

void TrainDisplay::progress(const RunEvent& event) {
  if (quiet_) return;
  const auto now = Clock::now();
  const std::chrono::duration<double> since_shown = now - shown_;
  const bool last = terminal_ && event.step == event.steps;
  if (!last && since_shown.count() < (terminal_ ? seconds_between_updates : seconds_between_lines)) return;
  shown_ = now;
  show(event, std::chrono::duration<double>(now - start_).count());
}

void TrainDisplay::show(const RunEvent& event, double seconds) {
  const auto done = static_cast<double>(event.step - first_step_);
  const double rate = seconds > 0 ? done * static_cast<double>(batch_) / seconds : 0;
  const double left = seconds / done * static_cast<double>(event.steps - event.step);
  const std::string line = fmt::format("step {}/{}  {}{}  {:.0f} samples/s  {} left", event.step, event.steps,
                                       describe_metrics(event), evaluation_, rate, describe_duration(left));
  if (terminal_) {
    fmt::print(stderr, "\r{:<{}}", printable_line(line), width_);  // padded: covers what stood there
    width_ = line.size();
  } else {
    print_error("{}\n", line);
  }
  std::fflush(stderr);
}

void TrainDisplay::end() {
  if (width_ > 0) std::fputs("\n", stderr);
  width_ = 0;
}

}  // namespace sextant::cli
