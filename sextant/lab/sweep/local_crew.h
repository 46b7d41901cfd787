// Threads of this process. One slot more than runs that train at once: while a run writes its last files and waits for
// the disk, the next one trains.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>

#include "sextant/lab/sweep/crew.h"

namespace sextant::lab {

class LocalCrew final : public Crew {
 public:
  /// `runs_directory` is where the jobs' directories are; `runner` must outlive the crew.
  LocalCrew(const Runner& runner, std::string runs_directory, Index at_once);
  /// Stops the active jobs and waits for them.
  ~LocalCrew() override;

  Index slots() const override { return static_cast<Index>(slots_.size()); }
  Index at_once() const override { return at_once_; }
  void start(Index slot, const SweepJob& job) override;
  std::optional<CrewEvent> wait(std::chrono::milliseconds patience) override;
  void stop() override { stopping_ = true; }

 private:
  class Listener;
  struct Slot {
    std::optional<SweepJob> job;  // handed over, not yet taken
    std::thread thread;
  };

  void work_guarded(Index slot);
  void work(Index slot);
  void leave();
  void send(CrewEvent event);

  const Runner& runner_;
  std::string runs_directory_;
  Index at_once_;
  std::counting_semaphore<> processors_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::condition_variable job_came_, event_came_;
  bool leaving_ = false;
  std::vector<Slot> slots_;
  std::deque<CrewEvent> events_;
  std::exception_ptr broken_;  // what ended a thread; thrown to whoever waits
};

}  // namespace sextant::lab
