// How long a run has worked: by the clock, and by the processor of its own thread (what others take away does not
// count; with several threads, this one alone).
#pragma once

#include <chrono>
#include <string>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"

namespace sextant::results {

class RunTiming {
 public:
  /// Starts to count.
  RunTiming();
  /// The content of timing.json: `steps` made since the start, on top of what `before` says of earlier starts
  /// (its content then, or "").
  Tree write(const std::string& before, Index steps, Index batch) const;

 private:
  std::chrono::steady_clock::time_point start_;
  double processor_start_;
};

}  // namespace sextant::results
