// How long models must be trained: one run of each length, twice as long as the one before, until the held-out error
// stops falling. Every length has its own learning rate schedule, and every run is kept, so the same call goes on
// wherever it was stopped.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::lab {

struct TrainingLength {
  struct Trial {
    Index steps = 0;
    double error = 0;  // held out
  };
  Index steps = 0;            // of every run
  std::vector<Trial> trials;  // none where the length was given
  bool falling = false;       // the longest was still clearly better than the one before

  static constexpr double enough = 0.02;  // of the error: what twice the steps must gain to be worth it
};

/// `train` gives the held-out error of a run of that length; nothing: it was stopped.
TrainingLength find_length(const std::vector<Index>& lengths,
                           const std::function<std::optional<double>(Index steps)>& train, bool& stopped);

}  // namespace sextant::lab
