// The table.
#include "sextant/cli/sweep_display.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "sextant/cli/print.h"
#include "sextant/lab/sweep/prediction.h"

namespace sextant::cli {
namespace {

constexpr double seconds_between_tables = 0.25;     // on a terminal
constexpr double seconds_between_sweep_lines = 10;  // elsewhere

std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 100;
}

std::string describe_step(const RunEvent& event) {
  std::string text = fmt::format("step {}/{}  loss {:.4g}", event.step, event.steps, event.loss);
  if (event.accuracy) text += fmt::format("  accuracy {:.4f}", *event.accuracy);
  return text;
}

std::string label_of(const RunEvent& event) { return event.settings.empty() ? event.run : event.settings; }

}  // namespace

SweepDisplay::SweepDisplay(const ManyRunsDisplay& wanted)
    : quiet_(wanted.quiet), json_(wanted.json), terminal_(::isatty(STDERR_FILENO) == 1), drawn_(Clock::now()) {}

void SweepDisplay::on_progress(const Progress& progress) {
  if (progress.stage != progress_.stage) diverged_ = failed_ = 0;
  progress_ = progress;
}

void SweepDisplay::on_message(const Message& message) {
  if (json_ || message.kind == Message::Kind::warning) return say(message.text);
  clear();
  print_out("note    {}\n", message.text);
}

void SweepDisplay::on_run(const RunEvent& event) {
  switch (event.kind) {
    case RunEvent::Kind::started:
      lines_[event.slot] = {label_of(event), "starting"};
      break;
    case RunEvent::Kind::progressed:
      lines_[event.slot].state = describe_step(event);
      break;
    case RunEvent::Kind::trained:
      lines_[event.slot].state = "writing";
      break;
    case RunEvent::Kind::finished:
      finish(event);
      break;
    case RunEvent::Kind::lost:
      lines_.erase(event.slot);
      say(fmt::format("lost      the worker on {}; {}", label_of(event),
                      event.again ? "another worker resumes it" : "the run is saved"));
      break;
    case RunEvent::Kind::evaluated:
      break;
  }
}

void SweepDisplay::finish(const RunEvent& event) {
  lines_.erase(event.slot);
  if (event.status == "failed")
    say(fmt::format("failed    {}: {}{}", label_of(event), event.fault, event.again ? "; retrying" : ""));
  if (event.status == "diverged" && !event.cached) say(fmt::format("diverged  {} at {}", label_of(event), event.fault));
  if (event.again) return;
  diverged_ += event.status == "diverged" ? 1 : 0;
  failed_ += event.status == "failed" ? 1 : 0;
}

void SweepDisplay::on_finding(const Finding& finding) {
  if (json_) return;
  clear();
  std::fflush(stderr);
  if (finding.subject.empty())
    print_out("{}{}", finding.text, finding.text.ends_with('\n') ? "" : "\n");
  else
    print_out("{:<8}{}\n", finding.subject, finding.text);
  std::fflush(stdout);
}

void SweepDisplay::on_tick() {
  if (quiet_) return;
  const std::chrono::duration<double> since = Clock::now() - drawn_;
  if (since.count() < (terminal_ ? seconds_between_tables : seconds_between_sweep_lines)) return;
  drawn_ = Clock::now();
  clear();
  draw();
}

void SweepDisplay::end() {
  clear();
  std::fflush(stderr);
}

std::string SweepDisplay::summary() const {
  const auto done = static_cast<Index>(progress_.done), total = static_cast<Index>(progress_.total);
  std::string text = progress_.stage == "analysing" ? fmt::format("analysed {} of {} runs", done, total)
                                                    : fmt::format("{} of {} done", done - diverged_ - failed_, total);
  if (diverged_ > 0) text += fmt::format(", {} diverged", diverged_);
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (progress_.seconds_left) text += fmt::format("  {} left", describe_duration(*progress_.seconds_left));
  return text;
}

void SweepDisplay::say(const std::string& line) {
  if (quiet_) return;
  clear();
  print_error("{}\n", printable_line(line));
  std::fflush(stderr);
}

void SweepDisplay::clear() {
  if (drawn_lines_ > 0) fmt::print(stderr, "\r\x1b[{}A\x1b[J", drawn_lines_);
  drawn_lines_ = 0;
}

void SweepDisplay::draw() {
  if (!terminal_) {
    print_error("{}\n", summary());
    std::fflush(stderr);
    return;
  }
  const std::size_t width = terminal_width() - 1;
  std::size_t label_width = 0;
  for (const auto& [slot, line] : lines_) label_width = std::max(label_width, line.label.size());
  std::string text = summary().substr(0, width) + "\n";
  for (const auto& [slot, line] : lines_)
    text += fmt::format("  {:<{}}  {}", line.label, label_width, line.state).substr(0, width) + "\n";
  drawn_lines_ = lines_.size() + 1;
  print_error("{}", text);
  std::fflush(stderr);
}

}  // namespace sextant::cli
