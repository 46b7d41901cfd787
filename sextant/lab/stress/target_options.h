// What names a target, the distances that positions should have: the same for `stress` and `encode`.
#pragma once

#include "sextant/core/events.h"
#include "sextant/lab/corpus_options.h"
#include "sextant/stress/target.h"

namespace sextant::lab {

struct TargetOptions : CorpusOptions {
  std::string distances = {};
  std::string coordinates = {};
  std::string features = {};
  Index positions = 0;
  std::string padding = "present";
  std::string estimator = "cross_half";
  Index splits = 4;
  Index top = 0;
  Index leading = 64;
  Index memory = 0;
  Index seed = 1;

  void visit(OptionVisitor& option) override;
  /// With the names turned into what they mean; refuses what makes no sense.
  TargetRequest target_request() const;
};

/// Stages of the target as progress of the caller's sink. Where the caller wants to stop, the next look throws Stopped.
StageWatcher watch_stages(Events& events, std::stop_token stop);

}  // namespace sextant::lab
