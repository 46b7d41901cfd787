// What happens in a sweep, from the scheduler to the caller's sink: runs as events, and the progress of all of them
// together. It also knows when to stop: the caller wants to, the time is up, or the sink threw.
#pragma once

#include <chrono>
#include <map>

#include "sextant/lab/guarded_events.h"
#include "sextant/lab/sweep/crew.h"
#include "sextant/results/job.h"

namespace sextant::lab {

struct SweepScope {
  Index runs = 0;          // of the whole request
  Index cached = 0;        // of these, finished before
  double share = 1;        // of the work to come that will really be done
  double max_seconds = 0;  // 0: no limit
};

class SweepReporter {
 public:
  /// `operations` of the jobs to come, by name: how much of the work each one is.
  SweepReporter(Events& sink, const std::stop_token& stop, const SweepScope& scope,
                std::map<std::string, double> operations);

  void start(Index slot, const SweepJob& job);
  void news(Index slot, const SweepJob& job, const RunNews& news);
  void trained(Index slot, const SweepJob& job);
  /// `again`: it will be tried once more, or later.
  void end(Index slot, const SweepJob& job, const RunOutcome& outcome, bool again);
  void lost(Index slot, const SweepJob& job);
  void store_fault(const std::string& fault);
  /// What is open of a question that the runs are to answer.
  void question(const std::string& news);
  /// Runs still to come, those at work among them, where that is not all there are.
  void expect(std::optional<Index> runs) { expected_ = runs; }
  /// Every tenth of a second or so.
  void tick();
  bool wants_stop();

  bool out_of_time() const { return out_of_time_; }
  /// When the sweep has stopped: throws what the sink threw.
  void rethrow() const { events_.rethrow(); }

 private:
  struct Work {
    double operations = 0;
    double share = 0;  // of it that is done
  };

  double seconds_passed() const;
  std::optional<double> seconds_left() const;

  using Clock = std::chrono::steady_clock;
  GuardedEvents events_;
  SweepScope scope_;
  std::map<std::string, double> operations_;
  double total_work_ = 0, mean_work_ = 0, done_work_ = 0;
  Index ended_;
  std::map<Index, Work> at_work_;  // by slot
  std::optional<Index> expected_;
  bool stopping_ = false;
  bool out_of_time_ = false;
  Clock::time_point start_;
};

}  // namespace sextant::lab
