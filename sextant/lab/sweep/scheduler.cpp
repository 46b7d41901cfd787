// One thread decides; the crew and the recorder work beside it.
#include "sextant/lab/sweep/scheduler.h"

#include <set>
#include <stdexcept>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto tick = std::chrono::milliseconds(100);
constexpr auto time_until_asked_again = std::chrono::seconds(1);  // whether another process has finished a run

class Scheduler {
 public:
  Scheduler(JobSource& source, Crew& crew, Recorder& recorder, const std::string& runs_directory,
            SweepReporter& reporter)
      : source_(source),
        crew_(crew),
        recorder_(recorder),
        runs_directory_(runs_directory),
        reporter_(reporter),
        at_work_(static_cast<std::size_t>(crew.slots())),
        gone_(static_cast<std::size_t>(crew.slots())) {}

  SweepTally run() {
    for (;;) {
      if (!stopping_ && reporter_.wants_stop()) {
        stopping_ = true;
        crew_.stop();
      }
      if (!stopping_) hand_out();
      if (active_ == 0 && (stopping_ || (again_.empty() && busy_.empty() && source_.left() == 0))) break;
      if (auto event = crew_.wait(tick)) handle(*event);
      if (const auto fault = recorder_.take_fault(); !fault.empty()) reporter_.store_fault(fault);
      reporter_.tick();
    }
    tally_.left = source_.left() + static_cast<Index>(again_.size() + busy_.size()) + interrupted_;
    tally_.store_fault = recorder_.finish();
    return tally_;
  }

 private:
  std::optional<SweepJob> next() {
    if (!again_.empty()) {
      SweepJob job = std::move(again_.front());
      again_.pop_front();
      return job;
    }
    if (auto job = source_.next()) return job;
    if (busy_.empty() || Clock::now() < busy_.front().when) return std::nullopt;
    SweepJob job = std::move(busy_.front().job);
    busy_.pop_front();
    return job;
  }

  void hand_out() {
    // Not an Error: the request was right.
    if (remaining_slots() == 0) throw std::runtime_error("sweep: no worker is left; re-run the same command to resume");
    for (std::size_t slot = 0; slot < at_work_.size(); ++slot) {
      if (at_work_[slot] || gone_[slot]) continue;
      auto job = next();
      if (!job) return;
      reporter_.start(static_cast<Index>(slot), *job);
      crew_.start(static_cast<Index>(slot), *job);
      at_work_[slot] = std::move(*job);
      ++active_;
    }
  }

  Index remaining_slots() const { return static_cast<Index>(std::ranges::count(gone_, false)); }

  void handle(const CrewEvent& event) {
    auto& job = at_work_[static_cast<std::size_t>(event.slot)];
    if (!job) return;
    switch (event.kind) {
      case CrewEvent::Kind::progress:
        return reporter_.news(event.slot, *job, event.news);
      case CrewEvent::Kind::trained:
        return reporter_.trained(event.slot, *job);
      case CrewEvent::Kind::ended:
        end(event.slot, *job, event.outcome);
        break;
      case CrewEvent::Kind::lost:
        reporter_.lost(event.slot, *job);
        gone_[static_cast<std::size_t>(event.slot)] = true;
        again_.push_back(*job);
        break;
    }
    job.reset();
    --active_;
  }

  void end(Index slot, const SweepJob& job, const RunOutcome& outcome) {
    const bool retried = outcome.status == "failed" && !stopping_ && failed_once_.insert(job.name).second;
    const bool busy = outcome.status == "busy";
    reporter_.end(slot, job, outcome, retried || busy);
    if (retried) return again_.push_back(job);
    if (busy) return busy_.push_back({job, Clock::now() + time_until_asked_again});
    if (outcome.status == "interrupted") {
      ++interrupted_;
      return;
    }
    ++(outcome.status == "done" ? tally_.done : outcome.status == "diverged" ? tally_.diverged : tally_.failed);
    if (outcome.status != "failed" && !outcome.from_disk) ++tally_.made;
    recorder_.add(runs_directory_ + "/" + job.name);
    source_.on_end(job, outcome);
    if (const auto news = source_.take_news()) reporter_.question(*news);
    reporter_.expect(source_.expected());
  }

  struct BusyJob {
    SweepJob job;
    Clock::time_point when;  // to ask again
  };

  JobSource& source_;
  Crew& crew_;
  Recorder& recorder_;
  const std::string& runs_directory_;
  SweepReporter& reporter_;
  std::vector<std::optional<SweepJob>> at_work_;  // by slot
  std::vector<bool> gone_;
  Index active_ = 0;
  bool stopping_ = false;
  std::deque<SweepJob> again_;
  std::deque<BusyJob> busy_;
  std::set<std::string> failed_once_;
  Index interrupted_ = 0;
  SweepTally tally_;
};

}  // namespace

std::optional<SweepJob> JobList::next() {
  if (jobs_.empty()) return std::nullopt;
  SweepJob job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

SweepTally run_jobs(JobSource& source, Crew& crew, Recorder& recorder, const std::string& runs_directory,
                    SweepReporter& reporter) {
  return Scheduler(source, crew, recorder, runs_directory, reporter).run();
}

}  // namespace sextant::lab
