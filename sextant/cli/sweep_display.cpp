// The table, and the estimate of the time left: work done so far per second, in operations.
#include "sextant/cli/sweep_display.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "sextant/cli/duration.h"
#include "sextant/cli/interruption.h"
#include "sextant/core/error.h"

namespace sextant::cli {
namespace {

constexpr double seconds_between_tables = 0.25;     // on a terminal
constexpr double seconds_between_sweep_lines = 10;  // elsewhere

std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 100;
}

std::string describe_news(const RunNews& news) {
  std::string text = fmt::format("step {}/{}  loss {:.4g}", news.step, news.steps, news.loss);
  if (news.accuracy) text += fmt::format("  accuracy {:.4f}", *news.accuracy);
  return text;
}

std::string label_of(const SweepJob& job) { return job.settings.empty() ? job.name : describe_settings(job.settings); }

}  // namespace

SweepDisplay::SweepDisplay(const SweepDisplayOptions& options, std::map<std::string, double> operations)
    : options_(options),
      operations_(std::move(operations)),
      done_(options.from_disk),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      drawn_(start_) {
  for (const auto& [name, work] : operations_) total_work_ += options.share * work;
}

double SweepDisplay::seconds_passed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void SweepDisplay::on_start(Index slot, const SweepJob& job) {
  lines_[slot] = {label_of(job), "starting", operations_[job.name], 0};
}

void SweepDisplay::on_news(Index slot, const SweepJob&, const RunNews& news) {
  auto& line = lines_[slot];
  line.state = describe_news(news);
  line.share = news.steps > 0 ? static_cast<double>(news.step) / static_cast<double>(news.steps) : 0;
}

void SweepDisplay::on_trained(Index slot, const SweepJob&) {
  lines_[slot].state = "writing";
  lines_[slot].share = 1;
}

void SweepDisplay::on_end(Index slot, const SweepJob& job, const RunOutcome& outcome, bool again) {
  const Line line = lines_[slot];
  lines_.erase(slot);
  if (outcome.status == "busy") return;
  if (outcome.status == "failed")
    say(fmt::format("failed    {}: {}{}", label_of(job), outcome.fault, again ? "; retrying" : ""));
  if (outcome.status == "diverged" && !outcome.from_disk)
    say(fmt::format("diverged  {} at {}", label_of(job), outcome.fault));
  if (again || outcome.status == "interrupted") return;
  ++(outcome.status == "done" ? done_ : outcome.status == "diverged" ? diverged_ : failed_);
  if (outcome.from_disk)
    total_work_ -= line.work;  // somebody else did it
  else
    done_work_ += line.work;
}

void SweepDisplay::on_lost(Index slot, const SweepJob& job) {
  lines_.erase(slot);
  say(fmt::format("lost      the worker on {}; {}", label_of(job),
                  stopping_ ? "the run is saved" : "another worker resumes it"));
}

void SweepDisplay::on_store_fault(const std::string& fault) { say(fault + "; will be retried"); }

void SweepDisplay::on_tick() {
  if (options_.quiet) return;
  const std::chrono::duration<double> since = Clock::now() - drawn_;
  if (since.count() < (terminal_ ? seconds_between_tables : seconds_between_sweep_lines)) return;
  drawn_ = Clock::now();
  clear();
  draw();
}

bool SweepDisplay::wants_stop() {
  if (options_.max_seconds > 0 && seconds_passed() >= options_.max_seconds) out_of_time_ = true;
  const bool stop = out_of_time_ || Interruption::signal() != 0;
  if (stop && !stopping_) say("stopping: every active run finishes its step and is saved");
  stopping_ = stop;
  return stop;
}

void SweepDisplay::end() {
  clear();
  std::fflush(stderr);
}

std::string SweepDisplay::summary() const {
  double work = done_work_;
  for (const auto& [slot, line] : lines_) work += line.share * line.work;
  std::string text = fmt::format("{} of {} done", done_, options_.runs);
  if (diverged_ > 0) text += fmt::format(", {} diverged", diverged_);
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  const double passed = seconds_passed();
  if (work > 0 && passed > 1) text += fmt::format("  {} left", describe_duration(passed * (total_work_ - work) / work));
  return text;
}

void SweepDisplay::say(const std::string& line) {
  if (options_.quiet) return;
  clear();
  fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
}

void SweepDisplay::clear() {
  if (drawn_lines_ > 0) fmt::print(stderr, "\r\x1b[{}A\x1b[J", drawn_lines_);
  drawn_lines_ = 0;
}

void SweepDisplay::draw() {
  if (!terminal_) {
    fmt::print(stderr, "{}\n", summary());
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
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
}

}  // namespace sextant::cli
