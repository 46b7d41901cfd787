// What a sweep needs of the laboratory below it: runs by their configuration. Each number type brings its own
// (lab/sweep_runner.h); the sweep itself knows no number type.
#pragma once

#include <memory>
#include <string>

#include "sextant/core/tree.h"
#include "sextant/lab/run_listener.h"

namespace sextant::lab {

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
  /// Seconds per step, from a few steps that are really made, in memory only.
  virtual double time_step(const Tree& configuration) const = 0;
};

}  // namespace sextant::lab
