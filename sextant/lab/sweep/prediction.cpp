#include "sextant/lab/sweep/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "sextant/core/error.h"

namespace sextant::lab {

// Seconds, rounded up.

std::string describe_duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

namespace {

constexpr std::size_t least_timed = 4, most_timed = 24;
constexpr double seconds_of_probing = 30;  // about, where more than the fewest are timed

/// What one of the probed configurations costs, for every operation of its step.
struct ProbedSize {
  double flops = 0;  // per step
  RunProbe probe;
};

/// Between the two sizes around it by the logarithm of the operations of a step; beyond the ends like the end.
double seconds_of(const RunCost& cost, const std::vector<ProbedSize>& by_size) {
  const auto seconds = [&](const ProbedSize& size) {
    const double growth = size.flops > 0 ? cost.flops_per_step / size.flops : 1;
    return size.probe.setup_seconds + growth * (static_cast<double>(cost.steps) * size.probe.step_seconds +
                                                static_cast<double>(cost.evaluations) * size.probe.evaluation_seconds);
  };
  const auto above = std::ranges::lower_bound(by_size, cost.flops_per_step, {}, &ProbedSize::flops);
  if (above == by_size.end()) return seconds(by_size.back());
  if (above == by_size.begin()) return seconds(*above);
  const auto below = std::prev(above);
  const double share = std::log(cost.flops_per_step / below->flops) / std::log(above->flops / below->flops);
  return std::pow(seconds(*below), 1 - share) * std::pow(seconds(*above), share);
}

}  // namespace

Tree configuration_of_step(Tree configuration) {
  for (const char* key : {"seed", "init", "schedule"}) configuration.erase(key);
  const auto keep_without = [&](const char* section, std::initializer_list<const char*> keys) {
    if (const auto found = configuration.find(section); found != configuration.end())
      for (const char* key : keys) found->erase(key);
  };
  keep_without("position", {"sigma"});
  keep_without("train", {"steps", "epochs", "record_every", "evaluate_every", "evaluate_at_end", "checkpoint_every",
                         "stop_metric", "stop_split", "stop_value", "patience"});
  if (const auto found = configuration.find("optimizer"); found != configuration.end() && found->contains("kind"))
    *found = {{"kind", found->at("kind")}};
  return configuration;
}

std::vector<double> count_operations(const std::vector<SweepJob>& jobs, const Runner& runner) {
  std::vector<double> result;
  for (const auto& job : jobs) {
    double operations = 1;
    try {
      const RunCost cost = runner.cost(job.configuration);
      operations = std::max(1.0, cost.flops_per_step * static_cast<double>(cost.steps));
    } catch (const Error&) {
      // A run that cannot be made costs next to nothing; it will say why itself.
    }
    result.push_back(operations);
  }
  return result;
}

Prediction predict(const std::vector<SweepJob>& jobs, const Runner& runner) {
  struct Configured {
    double flops = 0;
    const SweepJob* job = nullptr;  // one of them
    std::optional<RunProbe> probe = {};
  };
  Prediction prediction;
  std::vector<RunCost> costs;
  std::vector<std::string> keys;
  std::map<std::string, Configured> configurations;
  for (const auto& job : jobs) {
    costs.push_back(runner.cost(job.configuration));
    keys.push_back(configuration_of_step(job.configuration).dump());
    configurations.emplace(keys.back(), Configured{costs.back().flops_per_step, &job});
  }
  std::vector<Configured*> by_flops;
  for (auto& [key, one] : configurations) by_flops.push_back(&one);
  std::ranges::stable_sort(by_flops, {}, &Configured::flops);
  using Clock = std::chrono::steady_clock;
  std::size_t count = std::min(most_timed, by_flops.size());
  std::vector<ProbedSize> sizes;
  const auto start = Clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    // The largest first: it says how many there is time for.
    auto& chosen = *by_flops[count == 1 ? by_flops.size() - 1 : (count - 1 - i) * (by_flops.size() - 1) / (count - 1)];
    chosen.probe = runner.probe(chosen.job->configuration);
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    if (i == 0 && passed > 0)
      count = std::clamp(static_cast<std::size_t>(seconds_of_probing / passed), std::min(count, least_timed), count);
    prediction.run_bytes = std::max(prediction.run_bytes, chosen.probe->session_bytes + chosen.probe->task_bytes);
    sizes.push_back({chosen.flops, *chosen.probe});
  }
  std::ranges::sort(sizes, {}, &ProbedSize::flops);
  prediction.configurations = static_cast<Index>(by_flops.size());
  prediction.timed = static_cast<Index>(count);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto& own = configurations.at(keys[i]).probe;
    prediction.operations += costs[i].flops_per_step * static_cast<double>(costs[i].steps);
    prediction.seconds.push_back(
        seconds_of(costs[i], own ? std::vector{ProbedSize{costs[i].flops_per_step, *own}} : sizes));
    prediction.processor_hours += prediction.seconds.back() / 3600;
  }
  return prediction;
}

}  // namespace sextant::lab
