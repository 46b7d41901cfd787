// The progress line of work that goes in stages, on stderr: the stage, its share and the time left; in place on a
// terminal, otherwise a new line every few seconds.
#pragma once

#include <chrono>
#include <string>

namespace sextant::cli {

class StageProgress {
 public:
  explicit StageProgress(bool quiet);

  void show(const std::string& stage, double share);
  /// Takes the line away.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool terminal_;
  std::string stage_;
  Clock::time_point start_;  // of the stage
  Clock::time_point shown_;
  std::size_t width_ = 0;  // of the line that stands there
};

}  // namespace sextant::cli
