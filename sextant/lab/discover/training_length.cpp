#include "sextant/lab/discover/training_length.h"

#include <algorithm>

namespace sextant::lab {

TrainingLength find_length(const std::vector<Index>& lengths,
                           const std::function<std::optional<double>(Index steps)>& train, bool& stopped) {
  TrainingLength result;
  for (const Index steps : lengths) {
    const auto error = train(steps);
    stopped = !error;
    if (stopped) return result;
    result.trials.push_back({steps, *error});
    result.steps = std::ranges::min_element(result.trials, {}, &TrainingLength::Trial::error)->steps;
    if (result.trials.size() < 2) continue;
    const double before = result.trials[result.trials.size() - 2].error;
    result.falling = *error < before * (1 - TrainingLength::enough);
    if (!result.falling) break;
  }
  return result;
}

}  // namespace sextant::lab
