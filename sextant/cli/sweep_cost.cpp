#include "sextant/cli/sweep_cost.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "sextant/cli/duration.h"
#include "sextant/core/error.h"

namespace sextant::cli {

Index choose_at_once(Index asked, const std::vector<SweepJob>& jobs) {
  require(asked >= 0, "-j {}: expected 1 or more", asked);
  if (asked > 0) return asked;
  Index threads = 1;  // a run that uses several threads takes several processors
  for (const auto& job : jobs) threads = std::max(threads, job.configuration["train"]["threads"].get<Index>());
  return std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()) / threads);
}

void print_cost(std::size_t runs, std::size_t pending, const Prediction& prediction, Index at_once) {
  fmt::print("{} runs, {} cached; the other {} take {:.3g} CPU hours, {} with -j {}\n", runs, runs - pending, pending,
             prediction.processor_hours,
             describe_duration(prediction.processor_hours * 3600 / static_cast<double>(at_once)), at_once);
  fmt::print("estimated from {:.3g} GFLOP and timed steps of {} configuration(s)\n", prediction.operations * 1e-9,
             prediction.timed);
}

}  // namespace sextant::cli
