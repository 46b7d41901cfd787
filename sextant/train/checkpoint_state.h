// What a checkpoint holds besides tensors.
#pragma once

#include <string>

#include "sextant/train/early_stop.h"
#include "sextant/train/metrics.h"

namespace sextant::train {

struct CheckpointState {
  Index step = 0;
  Metrics last_step;  // of the batch that made the last update
  EarlyStopState early_stop;
  std::string configuration;    // resolved, as TOML
  std::string instruction_set;  // of this build; read: of all builds that took part, "AVX2, AVX-512"
  std::string metrics;          // what metrics.csv holds up to here: {"bytes": ..., "digest": ...}
};

}  // namespace sextant::train
