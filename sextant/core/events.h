// What a long computation says while it goes on: stages, progress with the time left, messages, and the runs it makes.
// Every function of lab/ takes one sink; the program draws it, Python turns it into callbacks, tests write it down.
//
// Calls come one at a time, from the thread that called the function. A sink that throws ends the computation cleanly:
// what was finished is kept, and the exception reaches the caller. Whoever wants to stop says so by the stop token.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "sextant/core/index.h"

namespace sextant::core {

/// How far a stage is.
struct Progress {
  std::string stage;  // "counting words", "training", "analysing"
  double done = 0;    // of `total`, in `unit`s
  double total = 1;
  std::string unit = {};               // "runs", "steps"; empty: a share of 1
  std::optional<double> seconds_left;  // as far as it can be told
};

struct Message {
  enum class Kind { note, warning };
  Kind kind = Kind::note;
  std::string text;
};

/// What happens to one run of a training or a sweep.
struct RunEvent {
  enum class Kind {
    started,
    progressed,  // step, loss, accuracy
    evaluated,   // split, loss, accuracy
    trained,     // the last step is done, the last files are being written
    finished,    // status, fault; `again`: it will be tried once more, or later
    lost,        // whoever trained it is gone
  };
  Kind kind = Kind::started;
  Index slot = 0;        // which of the runs that go on at the same time
  std::string run;       // its directory's name
  std::string settings;  // "model.depth=3 seed=7"
  Index step = 0;
  Index steps = 0;
  std::string split = {};
  double loss = 0;
  std::optional<double> accuracy = {};
  std::string status = {};  // done, diverged, interrupted, failed, busy
  std::string fault = {};
  double seconds = 0;
  bool cached = false;  // it was finished before
  bool again = false;
};

/// One line of an answer as soon as it is known: a check of `verify`, an analysis of a run.
struct Finding {
  std::string subject;
  std::string text;
  std::optional<bool> held = {};
};

/// Hears everything and does nothing; override what is of interest.
class Events {
 public:
  virtual ~Events() = default;
  virtual void on_stage(const std::string& /*stage*/) {}
  virtual void on_progress(const Progress&) {}
  virtual void on_message(const Message&) {}
  virtual void on_run(const RunEvent&) {}
  virtual void on_finding(const Finding&) {}
  /// Now and then while nothing else is said, so that a clock can be drawn.
  virtual void on_tick() {}
};

}  // namespace sextant::core
