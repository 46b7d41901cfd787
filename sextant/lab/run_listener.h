// What a run says of itself while it goes, from the thread that trains it. Between threads of the laboratory only:
// callers of lab/ hear of runs through core::Events.
#pragma once

#include <optional>
#include <string>

#include "sextant/core/index.h"

namespace sextant::lab {

/// Where a run stands.
struct RunNews {
  Index step = 0;
  Index steps = 0;
  double loss = 0;
  std::optional<double> accuracy;
};

class RunListener {
 public:
  virtual ~RunListener() = default;
  /// After every step.
  virtual void on_news(const RunNews&) {}
  virtual void on_evaluation(const std::string& /*split*/, const RunNews&) {}
  /// After the last step, before the last files are written: the processor is free again.
  virtual void on_trained() {}
  /// Asked before every step.
  virtual bool wants_stop(Index /*step*/) { return false; }
};

}  // namespace sextant::lab
