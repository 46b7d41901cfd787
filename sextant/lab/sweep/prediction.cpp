#include "sextant/lab/sweep/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "sextant/core/error.h"

namespace sextant::lab {

// Seconds, rounded up.

std::string describe_duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

// Seconds per operation depend on the size of a step, so they are measured at the smallest, the largest and two sizes
// between, and interpolated on logarithmic scales.
namespace {

constexpr std::size_t most_timed = 4;

/// Piecewise linear in (log x, log y), constant beyond the ends.
double interpolate(const std::map<double, double>& points, double x) {
  const auto above = points.lower_bound(x);
  if (above == points.begin()) return above->second;
  if (above == points.end()) return std::prev(above)->second;
  const auto below = std::prev(above);
  const double share = std::log(x / below->first) / std::log(above->first / below->first);
  return below->second * std::pow(above->second / below->second, share);
}

}  // namespace

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
  Prediction prediction;
  std::vector<RunCost> costs;
  std::map<double, const SweepJob*> by_size;  // one job for each size of step
  for (const auto& job : jobs) {
    costs.push_back(runner.cost(job.configuration));
    by_size.emplace(costs.back().flops_per_step, &job);
  }
  std::map<double, double> seconds_per_operation;
  const std::size_t count = std::min(most_timed, by_size.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = count == 1 ? 0 : i * (by_size.size() - 1) / (count - 1);
    const auto chosen = std::next(by_size.begin(), static_cast<std::ptrdiff_t>(place));
    seconds_per_operation[chosen->first] = runner.time_step(chosen->second->configuration) / chosen->first;
  }
  prediction.timed = static_cast<Index>(count);
  for (const auto& cost : costs) {
    const double operations = cost.flops_per_step * static_cast<double>(cost.steps);
    prediction.operations += operations;
    prediction.seconds.push_back(operations * interpolate(seconds_per_operation, cost.flops_per_step));
    prediction.processor_hours += prediction.seconds.back() / 3600;
  }
  return prediction;
}

}  // namespace sextant::lab
