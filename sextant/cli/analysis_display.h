// Analyses of many runs on stderr: on a terminal one line that is written over, elsewhere a line every few seconds.
#pragma once

#include <chrono>

#include "sextant/core/index.h"

namespace sextant::cli {

class AnalysisDisplay {
 public:
  explicit AnalysisDisplay(bool quiet);
  void show(Index done, Index runs);
  /// Takes the line away.
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_, shown_;
};

}  // namespace sextant::cli
