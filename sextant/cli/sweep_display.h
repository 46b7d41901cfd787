// A sweep on stderr: on a terminal a table that is redrawn in place, with what has happened above it; elsewhere a line
// every few seconds. Failures are shown as they come.
#pragma once

#include <chrono>
#include <map>

#include "sextant/lab/sweep/scheduler.h"

namespace sextant::cli {

struct SweepDisplayOptions {
  Index runs = 0;          // of the whole request
  Index from_disk = 0;     // of these, finished before
  double share = 1;        // of the work to come that will really be done
  double max_seconds = 0;  // 0: no limit
  bool quiet = false;
};

class SweepDisplay final : public SweepWatcher {
 public:
  /// `operations` of the jobs to come, by name: how much of the work each one is.
  SweepDisplay(const SweepDisplayOptions& options, std::map<std::string, double> operations);

  void on_start(Index slot, const SweepJob& job) override;
  void on_news(Index slot, const SweepJob& job, const RunNews& news) override;
  void on_trained(Index slot, const SweepJob& job) override;
  void on_end(Index slot, const SweepJob& job, const RunOutcome& outcome, bool again) override;
  void on_lost(Index slot, const SweepJob& job) override;
  void on_store_fault(const std::string& fault) override;
  void on_tick() override;
  bool wants_stop() override;
  /// Takes the table away.
  void end();

  bool out_of_time() const { return out_of_time_; }

 private:
  struct Line {
    std::string label;
    std::string state;
    double work = 0;   // operations of the job
    double share = 0;  // of it that is done
  };

  void say(const std::string& line);
  void clear();
  void draw();
  std::string summary() const;
  double seconds_passed() const;

  using Clock = std::chrono::steady_clock;
  SweepDisplayOptions options_;
  std::map<std::string, double> operations_;
  double total_work_ = 0;
  double done_work_ = 0;
  Index done_ = 0, diverged_ = 0, failed_ = 0;
  std::map<Index, Line> lines_;  // by slot
  bool terminal_;
  bool stopping_ = false;
  bool out_of_time_ = false;
  Clock::time_point start_, drawn_;
  std::size_t drawn_lines_ = 0;
};

}  // namespace sextant::cli
