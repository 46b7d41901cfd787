#include "sextant/lab/sweep/sweep_cost.h"

#include <algorithm>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/lab/sweep/duration.h"

namespace sextant::lab {

Index choose_at_once(Index asked, const std::vector<SweepJob>& jobs) {
  require(asked >= 0, "-j {}: expected 1 or more", asked);
  if (asked > 0) return asked;
  Index threads = 1;  // a run that uses several threads takes several processors
  for (const auto& job : jobs) threads = std::max(threads, job.configuration["train"]["threads"].get<Index>());
  return std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()) / threads);
}

SweepCost predict_cost(const std::vector<SweepJob>& jobs, const std::vector<SweepJob>& pending, const Runner& runner,
                       Index at_once) {
  return {static_cast<Index>(jobs.size()), static_cast<Index>(pending.size()), at_once, predict(pending, runner)};
}

std::string SweepCost::text() const {
  return fmt::format(
      "{} runs, {} cached; the other {} take {:.3g} CPU hours, {} with -j {}\n"
      "estimated from {:.3g} GFLOP and timed steps of {} configuration(s)",
      runs, runs - pending, pending, prediction.processor_hours, describe_duration(seconds()), at_once,
      prediction.operations * 1e-9, prediction.timed);
}

}  // namespace sextant::lab
