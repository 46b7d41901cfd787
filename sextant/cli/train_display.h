// A training on stderr: step, loss, accuracy, samples per second and time left; in place on a terminal, otherwise a new
// line every few seconds.
#pragma once

#include <chrono>

#include "sextant/core/events.h"

namespace sextant::cli {

class TrainDisplay final : public Events {
 public:
  /// `audit`: print the table of the tensors as they were drawn.
  TrainDisplay(Index batch, bool quiet, bool audit);
  /// Leaves the line as it is and moves to the next.
  ~TrainDisplay() override { end(); }

  void on_message(const Message& message) override;
  void on_finding(const Finding& finding) override;
  void on_run(const RunEvent& event) override;
  void end();

 private:
  void progress(const RunEvent& event);
  void show(const RunEvent& event, double seconds);

  using Clock = std::chrono::steady_clock;
  Index first_step_ = 0;
  Index batch_;
  bool quiet_;
  bool audit_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point shown_;
  std::string evaluation_;  // "test accuracy 0.98"
  std::size_t width_ = 0;   // of the line that stands there
};

}  // namespace sextant::cli
