// The progress line on stderr: step, loss, accuracy, samples per second and time left; in place on a
// terminal, otherwise a new line every few seconds.
#pragma once

#include <chrono>

#include "sextant/lab/run.h"

namespace sextant::cli {

class Progress final : public RunWatcher {
 public:
  Progress(Index first_step, Index steps, Index batch, bool quiet);

  void on_step(const StepReport& report) override;
  void on_evaluation(Index step, const std::string& split, const Metrics& metrics) override;
  bool wants_stop(Index step) override;
  /// Leaves the line as it is and moves to the next.
  void end();

 private:
  void show(const StepReport& report, double seconds);

  using Clock = std::chrono::steady_clock;
  Index first_step_;
  Index steps_;
  Index batch_;
  bool quiet_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point shown_;
  std::string evaluation_;  // "test accuracy 0.98"
  std::size_t width_ = 0;   // of the line that stands there
};

}  // namespace sextant::cli
