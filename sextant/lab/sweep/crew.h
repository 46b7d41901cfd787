// Who trains the runs of a sweep: threads of this process, or the ranks of an MPI job. The scheduler hands out
// one job per slot and hears of it through events, all in its own thread.
#pragma once

#include <chrono>

#include "sextant/lab/sweep/runner.h"
#include "sextant/results/job.h"

namespace sextant::lab {

struct CrewEvent {
  enum class Kind {
    progress,  // `news` of the job at `slot`
    trained,   // its training is over and it is writing its last files: a further job may start elsewhere
    ended,     // `outcome`; the slot is free again
    lost,      // whoever worked at the slot is gone, with the job; the slot is gone too
  };
  Kind kind = Kind::progress;
  Index slot = 0;
  RunNews news;
  RunOutcome outcome;
};

class Crew {
 public:
  virtual ~Crew() = default;

  /// Slots are numbered 0..slots()-1.
  virtual Index slots() const = 0;
  /// Jobs that train at the same time; below slots() where writing goes on beside training.
  virtual Index at_once() const = 0;
  /// Gives a job to a free slot.
  virtual void start(Index slot, const SweepJob& job) = 0;
  /// The next event, or nothing within `patience`.
  virtual std::optional<CrewEvent> wait(std::chrono::milliseconds patience) = 0;
  /// Asks every active job to stop after its step; each still ends with an event (status interrupted).
  virtual void stop() = 0;
};

}  // namespace sextant::lab
