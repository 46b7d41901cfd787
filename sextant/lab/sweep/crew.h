// Who trains runs, and what training one is.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "sextant/core/tree.h"
#include "sextant/lab/cost/run_probe.h"
#include "sextant/lab/run_listener.h"
#include "sextant/results/job.h"

namespace sextant::lab {

// What a sweep needs of the laboratory below it: runs by their configuration. Each number type brings its own
// (lab/sweep_runner.h); the sweep itself knows no number type.

struct RunOutcome {
  /// done, diverged, interrupted; failed: something broke on the way; busy: another process has this run.
  std::string status;
  std::string fault;       // what broke or diverged
  double seconds = 0;      // of training, on all its starts together
  bool from_disk = false;  // it was finished before
  std::string note;        // what was found damaged, and what became of it
};

/// What a run costs, before it is made.
struct RunCost {
  Index steps = 0;
  Index evaluations = 0;  // of all held-out splits
  double flops_per_step = 0;
};

class Runner {
 public:
  virtual ~Runner() = default;

  /// Every option with its value; an Error where a key or a value is wrong.
  virtual Tree resolve(const Tree& configuration) const = 0;
  /// The same without what cannot change a result: equal trees, equal results of the same code and data.
  virtual Tree identity(const Tree& configuration) const = 0;
  /// `stem` and a hash of the resolved configuration, the data it reads and the code.
  virtual std::string name(const std::string& stem, const Tree& configuration) const = 0;
  /// The version of the code that such a run uses.
  virtual std::string code(const Tree& configuration) const = 0;
  /// Trains in `directory`, or resumes, or returns the cached result. Never throws: what breaks is the outcome.
  virtual RunOutcome run(const std::string& directory, const Tree& configuration, RunListener& listener) const = 0;
  virtual RunCost cost(const Tree& configuration) const = 0;
  /// From a few steps that are really made, in memory only.
  virtual RunProbe probe(const Tree& configuration) const = 0;
};

// Who trains the runs of a sweep: threads of this process, or the ranks of an MPI job. The scheduler hands out
// one job per slot and hears of it through events, all in its own thread.

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
