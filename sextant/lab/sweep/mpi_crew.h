// The other ranks of an MPI job as a crew: rank i+1 works at slot i, one run at a time. A rank that falls silent is
// lost; where the launcher lets the others live (mpirun --enable-recovery), its job is given to another.
#pragma once

#include <deque>

#include "sextant/lab/sweep/crew.h"
#include "sextant/lab/sweep/mailbox.h"

namespace sextant::lab {

class MpiCrew final : public Crew {
 public:
  /// `lost_after`: how long a rank may be silent; each one sends a sign of life every second while it trains.
  MpiCrew(Mailbox& mailbox, const std::string& runs_directory, std::chrono::seconds lost_after);

  Index slots() const override { return static_cast<Index>(heard_.size()); }
  Index at_once() const override { return slots(); }
  void start(Index slot, const SweepJob& job) override;
  std::optional<CrewEvent> wait(std::chrono::milliseconds patience) override;
  void stop() override;

 private:
  using Clock = std::chrono::steady_clock;

  void look();
  void take(const Mailbox::Letter& letter);
  void lose(Index slot);
  void lose_the_silent(Clock::time_point now);

  Mailbox& mailbox_;
  std::string runs_directory_;
  std::chrono::seconds lost_after_;
  std::vector<Clock::time_point> heard_;  // by slot: its last letter
  std::vector<Index> orders_;             // by slot: the number of its last job
  std::vector<bool> gone_;
  Clock::time_point looked_, greeted_;
  std::deque<CrewEvent> events_;
};

}  // namespace sextant::lab
