// Work that goes in stages, on stderr: the stage, its share and the time left; in place on a terminal, otherwise a new
// line every few seconds.
#pragma once

#include <chrono>
#include <string>

#include "sextant/core/events.h"

namespace sextant::cli {

class StageDisplay final : public Events {
 public:
  explicit StageDisplay(bool quiet);
  ~StageDisplay() override { end(); }

  void on_progress(const Progress& progress) override;
  void on_message(const Message& message) override;
  /// Takes the line away.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool terminal_;
  Clock::time_point shown_;
  std::size_t width_ = 0;  // of the line that stands there
};

}  // namespace sextant::cli
