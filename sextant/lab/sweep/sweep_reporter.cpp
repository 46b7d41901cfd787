// The estimate of the time left: work done so far per second, in operations.
#include "sextant/lab/sweep/sweep_reporter.h"

#include <algorithm>

namespace sextant::lab {
namespace {

RunEvent event_of(RunEvent::Kind kind, Index slot, const SweepJob& job) {
  RunEvent event;
  event.kind = kind;
  event.slot = slot;
  event.run = job.name;
  event.settings = describe_settings(job.settings);
  return event;
}

}  // namespace

SweepReporter::SweepReporter(Events& sink, const std::stop_token& stop, const SweepScope& scope,
                             std::map<std::string, double> operations)
    : events_(sink, stop),
      scope_(scope),
      operations_(std::move(operations)),
      ended_(scope.cached),
      start_(Clock::now()) {
  for (const auto& [name, work] : operations_) total_work_ += scope.share * work;
  if (!operations_.empty()) mean_work_ = total_work_ / (scope.share * static_cast<double>(operations_.size()));
}

double SweepReporter::seconds_passed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void SweepReporter::start(Index slot, const SweepJob& job) {
  at_work_[slot] = {operations_[job.name], 0};
  events_.on_run(event_of(RunEvent::Kind::started, slot, job));
}

void SweepReporter::news(Index slot, const SweepJob& job, const RunNews& news) {
  at_work_[slot].share = news.steps > 0 ? static_cast<double>(news.step) / static_cast<double>(news.steps) : 0;
  RunEvent event = event_of(RunEvent::Kind::progressed, slot, job);
  event.step = news.step;
  event.steps = news.steps;
  event.loss = news.loss;
  event.accuracy = news.accuracy;
  events_.on_run(event);
}

void SweepReporter::trained(Index slot, const SweepJob& job) {
  at_work_[slot].share = 1;
  events_.on_run(event_of(RunEvent::Kind::trained, slot, job));
}

void SweepReporter::end(Index slot, const SweepJob& job, const RunOutcome& outcome, bool again) {
  const Work work = at_work_[slot];
  at_work_.erase(slot);
  if (!outcome.note.empty()) events_.on_message({Message::Kind::warning, outcome.note});
  RunEvent event = event_of(RunEvent::Kind::finished, slot, job);
  event.status = outcome.status;
  event.fault = outcome.fault;
  event.seconds = outcome.seconds;
  event.cached = outcome.from_disk;
  event.again = again;
  events_.on_run(event);
  if (again || outcome.status == "interrupted") return;
  ++ended_;
  if (outcome.from_disk)
    total_work_ -= work.operations;  // somebody else did it
  else
    done_work_ += work.operations;
}

void SweepReporter::lost(Index slot, const SweepJob& job) {
  at_work_.erase(slot);
  RunEvent event = event_of(RunEvent::Kind::lost, slot, job);
  event.again = !stopping_;
  events_.on_run(event);
}

void SweepReporter::store_fault(const std::string& fault) {
  events_.on_message({Message::Kind::warning, fault + "; will be retried"});
}

void SweepReporter::question(const std::string& news) { events_.on_finding({"open", news}); }

void SweepReporter::tick() {
  events_.on_progress(
      {"training", static_cast<double>(ended_), static_cast<double>(scope_.runs), "runs", seconds_left()});
  events_.on_tick();
}

bool SweepReporter::wants_stop() {
  if (scope_.max_seconds > 0 && seconds_passed() >= scope_.max_seconds) out_of_time_ = true;
  const bool stop = out_of_time_ || events_.wants_stop();
  if (stop && !stopping_)
    events_.on_message({Message::Kind::warning, "stopping: every active run finishes its step and is saved"});
  stopping_ = stop;
  return stop;
}

std::optional<double> SweepReporter::seconds_left() const {
  double work = done_work_;
  for (const auto& [slot, one] : at_work_) work += one.share * one.operations;
  const double passed = seconds_passed();
  if (work <= 0 || passed <= 1) return std::nullopt;
  if (expected_)
    return passed * std::max(0.0, static_cast<double>(*expected_) * mean_work_ - (work - done_work_)) / work;
  return passed * (total_work_ - work) / work;
}

}  // namespace sextant::lab
